"""The direction numbers of Sobol sequences: Joe's and Kuo's of 2008, found with their criterion D(6).

Source: https://web.maths.unsw.edu.au/~fkuo/sobol/
"""

import base64

import numpy as np

BITS = 30
# How many dimensions have a polynomial of the degrees 1, 2, ...; the first dimension has none.
OF_DEGREE = (1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630)
DIMENSIONS = 1 + sum(OF_DEGREE)

# Of each dimension, bit after bit: the inner coefficients of its primitive polynomial, then its first numbers
# m_2, m_3, ..., m_degree, of which m_j is odd and below 2**j, without their last bits.
PACKED = (
    b"*#b=1l7vW|*|Y;eUdzK_;iJ-_HsWKLtvfR*Pl5K&n4dA?9OH}RXbfoSk~*gr`1MtqJmw;3pLh}k9Wq^%%yN|NU~aBkq-6<eEz-CR!(s1xalFUX4$vJ"
    b"xnU6(x{=UGps#(4!munbB@6l*1$DDi#*+C@-GespwPI2f$%aG}EPL4OPKE~7`Uxy4J-CVJsxI#$z#lQDgqL!^f2+NSYZt&Yg8w4T{3MN=8v1qX8v-"
    b"uenQ2Rx)#ZlOEwJ%<5pgZ$U{WQdGHwMqX@{_f^?Tk=9J1&~I1Tkx0e3D9aM&f!E6rj`rK~j3h2j10u5}?WjTRY4*|266h_ANhWBopiRW`ynOd5~>ZH"
    b"PydYpn$_@tb9B<$T0|+PPAuNih<hy@re9)+Etj5L;~l;se+4xhEJUo%cN%tdbhqZhpo|Y$<vz#F5e^3wJOD<Vq0g-"
    b"u)N~A<qUY<3;E`0tOvpXAta03dETc6@!DovR2_ZFN+sd0<E<K**-"
    b"ldx19(p6|2T!_uBH=mDQxVzT3d(D9B!cg@AOGTv!>75`ba%V0!~6pi+hwB(M|v8Z!nx_I{r3F!p9}U;c9yseI^kICBSc#^fHt6A_710%Cq8#t~9|f@"
    b"KiBJNWe~i5ZA!IHtIw3nxX1lvgyw^Cy8J#5kI!>eSU+f4JHyZjZ6e)-+Yb<s*)uCKCNvNOmN(WcMXL+9UDcO-"
    b"X#i=m7S*%m3_6X2!V21@qC6dTy=zOUgo!C<~>TKOsaBOXuk48$2e$c3pl-GrN`M|>9jIum1R%QL0O-"
    b"D!umpi_<o$TD>>?75@!bT?qWz(fbNBEAYxNg{?oT<jk6!+V8#kV^1~*h;z>G9$KmZ3C8h7~FQD<B5pDwbz%G7%Y(`D8`XpwSe&Qx;ROZM_Pyw(Fh=8"
    b"|yI?~?b8Vy#veikK4KI<>luaj4Qp~arVI3MRX9l<?$+s~|lVNoQU%d?jdJJZMX(Ui#t$u5^o*e2hWQf*Lx&9OzZb(7y6hQ1}(ugXvL`n!Ep+39S4t~"
    b"SZ-V<P}LGV3a7HR<eIBj<f^SK8%I(NR4A%g;sp%eKFPm`7uoX8^C<aP;6pbpd{g>!^0|7{OJ|8**7SE<m!%gCXR_tiX-"
    b"{^g7qO6KG=eKuy}l%^Wf}LOSB@gcuxml<<wx_XQ7ZSgo1h2o8wRjzh3D=L-"
    b"a)v>bDly|u!9_~5^y?|*Sp1}4}vMc_cN;EdvkdN#yob20A2jxg3VGiO#4VvWKa32i?2y2o0MXPc#VwcZ}bQFWV3g&5mI*W@Oo0@|+P8-"
    b"%QUlcoHr6LtV0y=vh6k^<x==xzp-N)zs6Ox#o0CweWAPqv?a6U+ox8??pDN+wxq!=oaYMJFiBMr#{T0-&aMc_NA5>06I*VG4H`47sb7c-"
    b"Q)!`dxm4DH!*HSTFW|AiI}hH<%;Ef4)Lkh757+Wn(2tWTvmrGNlk)iSt|AHcKL)YZ<xxwye8@4$R|+m{ibG_{4TKrJ<K4M@u}S!9jphHp3rrDfmsBT"
    b"Z+&F7hTmGN*~A=3qB&LD^ipv)J8#y6k8G%1y_)V990PvWf|5a_gUJKNUC!`l*>L$8{M(IuvL7f$jufrzLlv{$$}k6oG!x&`(#)cUN0`?3JQ(r3_){R"
    b"kf6%?XDvp>PPim(;)<IDshS?grnit7RYT9?N$VLMt17KqKt_!s6{L_keX(BTt5Eg&n2cSiwY_a8g<tHXg6S5djpWhW4R=Mm_tqGm$h=<7VWt<Ad0%("
    b"BqSt=<KQKDbNGI^iOjt*q{0Iwv{H#ObbLMG@&$eaBVRe5wzY{*CH_hlmwQ-"
    b"<H6RR2f^|aEHECrISuw82iWz@Pv&<Qo;<0k!0*@hb<A<dV6On*(io$(p^b#IpY^L>@>6)8)H_6j`jt93EOrkN=a^#(%Zh@gNFDv=9vk&_Ts_2gf=`!"
    b"On$>4}Y<xC<#jVM=dq@$<)Rao0bGlZ_-2D2u}*+dr(3UQ#4A?s-oFmCZXo`R03&JiGt6eY7<!9~pp^K)l(c-T%3sAY(%^ToCix5M`6niPVIIcs-"
    b"ASG|s1~{8kAW)ix^cUN8zm)FTah*BZ=}wW6@WIF3;~a|n#*3CK-FS1s`oUZhRy-rsx&r*dDAF>W7~Joz<cD24-"
    b"v%v_v5&}wlFU~*Z<Mvj66C2=p!>1sL{5&oFo@pCaByqnC*;!Yna*EeRGsK2Q11}n2sxcmgL;g$)-"
    b"FD$v(w_nugDlG1EAd9klRcpUVm@Ml+v<laiUr21B#T9)ADpzk&*(A_WgiB><Hp~w1goJ)nv?#i*3!wpugIQRB(~`dZM-zyqfy$U7ssNz^qk940RtAx"
    b"oT3UcItW$t9iC-%-"
    b"R`=YhxbF{JYlzQ#wvcU)HcPRjc0lU18$Lk&VhJNr4X8@c1CnSs3f)6(wG7skb8l;rUj0i$U%3~cUG}`$x!rb%<(oKZJ#N~RnNZ^7LbrhrZ{sN1@$1g"
    b"8gXswsT5a{S&90=w7i$7r(ST;Ow}*!?618^W_BF&j!Dxu1uWaIe{YKCm{64W)!UyzFewaATMWif!&U`#^)AwWf4qZ-0yos!d+o(e&@FL5H#-s6-"
    b"XIe^W+Oa#!^LOlv?o-w06l7q7lVCpc-sS?#7M>qD^-2?$d4v`H0Q%OpaC!T7l3iJuD(T|WPYldIm~3yYsFg5r&g?Nc*K8S>d2-"
    b"DLZ2X+Hm<EQ$w&qTjlt_9_+scML6lAi<-SN%Y$(TGY*9wkjQ~5lmUyNk@NuEhs7tC>a(qp-"
    b"=o94>Z&STsy<MqO=+lBA*w!2gJHwdx5=)JTc8QuJXA0Frjs=^ff%zuIo;=$fLkI%>?izqQoN@L~1d`;{EH2w2!)$z%7Dj|AjC-"
    b"P0gR4P4gN2_6SXPKVXDwx*_>kE&Y$%i6dE92kOsYI!~|7c_K=MS=y;S{C%W=gse8BN0lEsuPm9hcoX;52}5om=UExGsV1_YGj~H<gGA53N0APiG@J_"
    b"8^$6^+70l8Qgvbhie7xKk!0>06Ok>>tMCFGcCdm-Q}vv0yEL~5$3#_+QHQAdQg$YifEQLBgGO#>?8!MXMfQ_m?`6TdcFO1!T14JwQ-"
    b"Rj<{1geivjr|q?3W9yM$V-(dPN=EoNuK3ae88Z+Ve;lp8j7yvT-NL2dZ#53TS+9f_z*2YifpZ5t%0%mzWMD379GR=?L$H*WKXt27ZPf|29Z5bqzP6#"
    b"3YhiH_QMoB<tf1muGJqIl(j=~*Y>(3Yur0Q2Y(Tr^?YC+;gGwF?5?asm8@m3K;6eTYb!RPvxnLk{Xh{<d^7^&%MS{edA63mad=$Qo!#T`~IhwuW)@K"
    b"DU!F7sjzO`xm$+B*YE?siq&RsP!^QEPsu_!UR_^mcLcfb17&|jWFG)^0T9{<JrFTMr6tzP50eiTivFgsR4)m`>qn;-$3YN0-"
    b"q}%7lyx4Lt!1=oJ`(Vb-E`hR7y};UM5@7b~0rVF_HHSj*Rn~m{3p)o7VJoB-"
    b"?fwOmmYYr7|q=JRSBk(WNUF2G@}+PKlGLr7Gcg|A@a|kx=r^hve6CR?OOt<AOyU2)ZOE)ilsW;adRwgf6mknKwpQ_^e2^#j>sJ&<n)PY%aVmLnWnqq"
    b"&iJ^2n%8dY(2T2E7mLPBx>tpXt-dMY9C-m{qYHtBSM}lXSQb<51CQ+K=exj#Fm=N8YHF3@f8-"
    b"xCZrL3FOki1u4uL4PROPFh5^>i#cs14{1^~p8_qJF`&C>+@L`>FCmDIRv((=O^P-"
    b"iHs)3}Q`PH4($}PNrzX}yx@hz;8V*9B(`G>8hvaAU4=}PRqomi9#PwoY+t?!e*7xo&OC?~Ii^yTU_ZR6@Xg=&1=4L_5cCIl|4O{{G`r|Xm=MTpOZ?&"
    b"xOYPZHmRQr9&c)3F%1cX=fh*1K8hM}K_Irihcz3;IU3$S`8+kgZ%2YqH8rTZxC=3zQQ}MMSjklk#-"
    b"3y49ST9y78hW$ZQs&X+&|Xx}k#I_!1KDSFC@u@~`;@xP!HuTA79O^**sp5<zCSWuhxt}Sgpv!Bo>c}BL{uGOApwA-JiIL@{G4Jxk5(Y9-"
    b"%A84;W${gh#*CEG7Q1IlZz3aTiifKwqS`4qX|60^v0k1oB3Dy7dv?vc)&BT<yuhqk^8xH*B`DhxiOeMhIabw6`^@YZzxQ`o*saot!a8_M$m+r3ZW7N"
    b"6hYOUlLyjxcvVDx^Fea6>Zg-B9fpbkoW%IU7w`#sA%ojrGctm*^Z`F#yayc=(eay-tTcb)0{yOM!_8!3*k625fCD?b@Zb%GR=UbFmvT-"
    b"&@Bm)Jvvsd^tH;W}jeU2J+#P8Smp&T=dHi42H&4s{z}`ap};FUj}OguP~=1_d@!^yE{#f_8d^vg&aTc_kA6Q5Tq(EKN53f$$xS$;s}bmQa0Vl;(0O+"
    b"=^rI;@!VIms9Hcppeehnhaojm|WBax&hKWtCyfg(bopnp=C&_1mFicX7xZ+bJ<BHL-"
    b"i@ESkMc};=l^79d*GTOKbtUfDCLZWG#wRrRbp(Vhn1D4cCf%j(jP)Sp{me$3~6enP8}7=tV5xCl@v5*dDv|ckH<n>B<wewhC_#$`YGWJ)vr^D86UV8"
    b"M-?;GClkAn#3ex6Dl5!)1#Huu7rZ7Xp<er$|S%zig~PA@eDZOAi#Kl<d2P%KC%c(Q&9JOoYR0pr<#<T7w$Dj8^!s-Uh5y2L567YSX;Dq{m_+l!Nk-"
    b"I80+t9A+RR_=I(62l1_I4$R;8mGXT*kDa*xuQ>T4YfKP*p#176GdrvKp8V5F#bv`UIA>XtLb|W=QXhW)FPtOA@x0jpUJ$a3I@c`aJhQv&BrBtv>P(@"
    b"JSsWQBJd$Tv}5uo#|HlT3!z=ZGw^$7Ys??_~k0z!dHU%m?P3@|}OW-wPS1Cg@1)|RbRa2Ikl3EFZc6oaf21>+D+<nz?T_hI_Mg-"
    b"=VM?N`z~1hSB1zWz@f9O>qRI$Rtgwms_CUhwbyr3aJ=v?_@V4!N|ILK!>NO@HvS!XovMilG%Q(btyC;E1RtFlrMXNr(Bj_?HQP=*3}cXCSa;B!YAv%"
    b"I6T{?z=<~;Gw|{#eMP0k^QcyEX9f>zEVQt#Pq2PTx_NDE~cz(H{$~FnCRA#z5HP0HE_hM`$lJ|WEgyoEHe6o2%I3e0Yw};4DXLmNCrnsCuMGfeV<HQ"
    b"1>2pGP>T@Y0|;LX3DR5CVIVl<DIeQhPkatk?GA2Ix>*7^G40}GgS?Kh)8S8N8K-(6@h=tO&Xh{dzBw#DAz1eGqthtyIARab-JW#}dA5!8_XIFe84&9"
    b"h1^?AhVG{pMgVG9%wxF{-M)@#CCW`!2C1per>^?%HR7Qn8vvov-"
    b"_;n~EYI|4H@*yoEilX;rryE<+oJ+m#Z+D=Omp&iX6T)Qesj~VgE88#x{w|Dy$)>l<UjBhZN>&~&1wzej0(4UJKlH%EE#X)L6%^5YW_5ERKI*i>1!bu"
    b"k^<hsm$s4?ZUqJBM!)tx7k1)JhgAWMI2cdFXb;cKUp;DNC{>YH1lLhV;I-c5Dk|_mJQGM>aY_9eisUYysV3pk!rHd}JvLJsMGExqKp#TO*-"
    b"}MGoju8=teeEElc#)%tQd-4wu%&1Yuxf{F)=%DJPcPlN8pB(1+#C;g&<5#--"
    b"6PPu8oEwr3!$;Nsx_b6j5R0FqO5PW37OV|1U}(BejGM@Mh>E2QULx;2N`#0>YdLyhR9Lj%B2&)WI~V`ak}_)VO0XdK({R{;CmfLVP6{|V3-"
    b"mlZpULTE_>Z50uawAf!nkQ73W{QQ}PDzcYL&yZW)uB?>ZtM4tm5Q?IlpP1Gxv=osx+kzJ|Ih_Hq1ZM_hRax_5YR41q=~5lk=6$UVJSAel``i)w38P!"
    b"t%5KJn*}gRFj};059mDR<0AN`u*CE-Zx~>jC1CLg!c}fg$AC^fY563@WOB$fMENqt2Cc!<I~vD=)b9ooP6*^AOyOHN0gKr9%R?uN)(3sx7ApLqYVnb"
    b"x8iyCG_@|l85;c(m@aXG7m~Zvo7FdlXIz8er?6~8RZ=$<s#^^0?SBA|Cots6^|J1Ee;aj^TJ<=JxuI7kEID==$JK>@521r`4(=dCOKQ^zi7{&SCO_!"
    b"m(CcpN+ULwN5?{O_X3_DP_sw&rbMAXVM840`9N~}A1J>OC2mQ+s<A{#ia4sfO{H>j0$ljQko6w1U&<V3PbO%km-"
    b";^A9@eN(+C?eBqe!tFJlbykVali5$iW6250(IlvZ~JEVNCGSxQh#*tV;tN8UE}OY%_2xirDvGn%OQWA$^MPVous?bZzy)@v_64L)`Bnj;H3tc(Hv2`"
    b"p`XQM7MV`EUL7>0nRc1ww-VbGMC4b-67)#(+UF5DKA(7pUyiM@`Sbg2v-"
    b"xT?O_=$P%Y`E*YOUiPr8OIONpcU2=`+Yeg4?;=NTkgAZC5Wm4>*w?$r&@(+E~fQYbH1Y{f}#i3F8X5X=R<Xyu$jVJcH^Qvyw~jW-"
    b"Z6V1oY?!VdBp51QeH<xm<iXeyXeRm~)@u^x<mSfSTS<#y`1xl<((F=lMX5Ipcn(8_sA*&kd}Hn<lDGR=jK?G-n%)VA-"
    b";(R17x+LLq|ddd?!_PBkz{bP>OcjV7?&=g+<e~tr}ZZtR<b=F#%=U%q=4JD|mN2X@m;2Q&zO#eOTcWQmWI!@%)8tzNjs=6od$x$`2aV&sI2e<TaP7Q"
    b"mmKQ-}Kanq3`<6+JQE&{{KG1+5`-DN%o`zNzI4A03orK|k(bLMS4Wjf9!QE2ObB=)bAU89sXiL}Y+Qc>^K*ynCedFi)e@tD2aI&nEzk-"
    b"P7dpYMQ9tVKZ#3kYf7aAl*e9<y)GT!Qr`58&-|w@hmu|HebpE<2LAO1ucx+<lWi4)C+`&8~C-"
    b"XiSbn!8G?n+#)ZGZ%z2}Kg3;2?#+ZQ6D>Ufo8xe@j)EW2+D~xMezG$B2i4UBGvi|Z#sy?x88j|T`B(r{nj*AUCb-K!^-"
    b"sb)3|U$uE7DKh<<Pm(4LX_}LL>M$R!B)iUCA6V<pAn?0#aaC#q26_K+BR-zJZKG|MX)JKR?)VD|!hvZ@7dJd{_mbW6F&edMO4njX(@SM^vc<he6u*_"
    b"+(vB1MAn_ka(*gG>3sZ_hVk<BAM&;@)Sl77HJ6##?5L%RQYhl!No(YE>#F;psAMXiO~tX<D~)a>$_^)WL2S=`sm4%YZdX46_M@F@Krp89~0w6`{NUj"
    b"U^-dUY-UlJd=IiO0EZe=dxUDm(x)<pAOZqX(HqFx@njEF?A1_|M-"
    b"h5$U)`)B8Uvuw)1h%FcLxsDXo5t2)pu1!yt^YM9{nL4D{c!#c1yMB#7KSmvxy667sNVeQXuhvM9z~FDq{q6jZm*&b)|+Go(};fXcM)&bKCPz54}mJU"
    b"z^25-"
    b"1U|Y!;*h0C_#gK$tsyD<e+!6aOT5sH#LuSDQ*(5mi2RJ7|!TQp{CY+Euv}XCcaYcGjIu~H|QCG2{gW(f&t1=vE^j7T`&iLqQ&dV(avRgOqx<oeWFhx"
    b"3PT-JJbdU5%fRexqsjEwh%wNia?4%{jR`jSNfWz|%#N&)m`&l}km^6((Kf@QQ-"
    b"*D7g;i$i$itYV>zWbobaRY;K=U0wdOzSy$}0#9?`co01+_p>+WDKPR@4Tn>6XMnk80Tkr3cs#|7zt$(<%K0L$dK~XENPf<U7z&1ll|dgJBZ0u-"
    b"?>X*S-k`#G%DQAN3l5O%|C4jW%LMNlA%;q?_=G77E4BQ$d8c<Ki0~{TLn8-"
    b"TBZmEcNAYd|wqfe?R;K;|QA+f3Z(qOnBswcg~iu7gOt)v4a+qh*HkCRY+@fYd(Z~dM_1qRBeVev98}$^7Q3aJun(vcogNH0wGo`fuI5(Cs7D8;FYh*"
    b"fe^JZ+TctBwQa4W2EXs9JtjJ>U0CFvosKImG8^Pqm<jv8rfYP5s-"
    b"#u{q8GQt{scGaLG_AU30NU_J7D6ud1PU~`ltU052z^ISt|91pxlIUZpbKBU!_Q3v9hbpp@YSnnG`TMcy8&HX_;tP^DhNy$%WHA{#r`=W@XV9n@JAGR"
    b"@m-Ldny!%(bYudzaSb$Lj-j7`B6P^fEo>r7=e1>%cxwt1s#-!={CiA5|=bLxHwL8OHrl0wbtGtQVB@xV^-|Fc2(1**F7a?)tDt-"
    b"&ckt$nF5&(uymKoT97sl)hNHqYi0hj5res6pq-dese$a^?#jnxUD1wcVGRvlv8%0kY>H=CRHl9+30N2l2;C+YtK+C#zwIT#I7Nr<h-"
    b"2#`yeB;45n>5+;<naI_jMR+n3-maf9Ct#EjXf9I2J=;CY(J>z4yJ5QmjrR`ARMKv8!ZmxivO4g0$LmrkN-_N6<#EL-"
    b"p2M)={!op*s4I(lS3ymGB~v2PxHvS%w~E<D6YtMI;@_;XN6N!cdEvd@|mLnRaLqszIWRW+OXX#hUKL1b5Th<po>3X9~i0RmpVjdc9oP%*n;Clz%~Gk"
    b"kkfsQ3^kSRHnATjya*f<>%deAq4Ua*=WlvKAUf$TYqZcT2V2fy>Qb1mO1UVmk_YP>%;F}e+nt4$!Z#1ycU6E-"
    b"6d((J&T0@oB!$DyxNHOTR<SCAy9bSHm$Y=LPV@L^NV3Eto!b;pBse~M0`SPt68R2H4;w*l8{>w{#=}$cXs#mQ1-"
    b"_%4^3u$zNEZ>6|~AJK|oEVAU?WvZC7qV1q6J70XoiGYwRNc#QPN!Z!HG#MvuaXO%YASFX_G|X2{x6MoQ(amT%*xexx7)LQxiX+zf?zPI$G8821q;3G"
    b"LlGF?%M*hB0BnlHy=PuE0_*;-"
    b"Ya%D4Xab3!bpN;GB|`nNatTDSvUQM<;Pv$J|u$JPS{C%VZU23k$C_wyn!@;=rK?_;(%n4`&>}m!6P&T>{atcPBM+f9xFiG08O8ebN8O`dX_bd47$|b"
    b"bz>v@fq0l3~?LXE&n8LqpWQb&BPZ@fRi}MW`9mlnPt^sjN@~BDuRa4)^(Y<%&r6YuUC^=9dPqxq7!{nI%YmsZ^vyKM+@nAj#gdYND0K?IdcY>$5MCW"
    b"ug2S%Yt$8q_udPl?^vbn4Y6r52ZY06k8dj)nSiI^;s|1AkT19U1tb=Dy@}1LZmA|bIy&Bb1Mr<7qYmfWOjn?|5t=shQ$X5wt?75oIdn3&E&s)ydS(s"
    b"v!1jURDF#EHuzEpbf=}*ye_*GtG9i2gcQGGH5-IGnw7;S9M^`_zSbIu|Gx+6L+WFze-zmzb4$v?d7Sr+P(sdk<^lql&1q$Ky_-ws7V^7I$kdA$U=)x"
    b"Pu1l?)Rh+mz&lU=9GL^4_~XYO9mkGdR~>C7T+{L4<%)7tx)j55`KYaRi9K%8H7()Aze1G!WkMJ6`&x(EOCXk)9qEfLUvY5>dh=UcSB{M$k)fTnPFf0"
    b"-P1QFCD6Gj!zf)PPm6U=^qr!>wtB=P|aReKrXWUn$P&wql%`h=PAhFq-if`C;zDpwFV>-"
    b"BB@+vpz7WJjXYkf{k>35&O;$$f`pH`L8`=X0n8cD06OrrG$40HX%b1TFqr{FVF#E=vqK!u_vEg#M53n7t-"
    b";CgBxRY>t2Y403*0`!j(TvygXr~Q>Lbk$Je94?)Yq{-Ow9vEOQBNG8~4mfls!7#P|jThjdEtJ&D7G;P15J3U-Cvx?1Z8)_xd=!bg`h+l6JJ&;}-"
    b"yd@V;}{riSR4vIe}hpaA}hK156BAErZ>ad$^@b38Nuf3=SeVHLP*Og){X>1fdiyvUzeeR2hPNGIakisCiccS-"
    b")$$GD~D(q@%*wND?3}F^!jxCJZH7$4>Xt-CnZL*||ymR}+pv<fc7mVYI0_G=kZ&h!&b9m&{RAiTT8pL-"
    b"v4m)oxTbigow6N{(j|bIQryrDkd|Hy@)`U{k_?tZaEZKPWJ>lcW*1Tt(AkIES^Ts-"
    b"{hauO%tdIUJ*UO`|sBEosWD&G<>reR9GLfbk2UVqFM5lLkp~M<Pvo5#&z03NCXf}~B^tYg*(73&^*<^5ChBd}{1uLC_DJ99Idl-giBjBp$N=vlrsx}"
    b"IL4iM6k%-D>mE1HAV=91*dbh0~g5bohb)%iemEJoE$70Sq#s#063q(Vhz5!#);l*_+K2TJWCdg`g=J}I>u*c*TUlNhN~Wqyh0_{qz4+CEm)Y%g)#-"
    b"G6bD{*~TxU+)=N9zFY8C56wI1MqYcYXhwLYm)ok;zH-wXp{z9MmRNOgt>t@c^Q{EensnsSq$Y04`vSOZl=pbdV7lk$%;HukFkhF^PaE{W!tuE7sdBK"
    b"2cKh_i-"
    b"h9hL(#p0CbH(c9KGU>6ECIw2|2nlQ;w@w0^ej)vU1EUK6yJ>d{>R7oY4ZCJNfFiJh$rSRtAR8WB@bWYK2MMl{rr0@T{acH@bKkTp_i|AggHj$DTN5u"
    b";3KHnP8#jXQ|S2HRU0o1Y*fK@&2LJzxSmBnl83{x<LIV&Lmu4M6#c}<WMm2USBI=c4zekQjQ{sHwp<!`UIiTk}chXFtMoKgGn9U#FWG0dfRWIIAwQg"
    b"c!|-Zlg225TRUGmU}1T349X@Sq^?&@uuSolQj7iBt3mt^ZJGf0qen+nA-"
    b"m1?_vkTb><5+I9^X`^WvL21tjZHaUtHEgUQ&?JoNLC=WLVP9YowO4nLKDoc@d_zsW7tufw}*$jw=INQq-gS2rN@3Wbopbno}&dKxOT5<Q=9$%kCIuC"
    b"kHCy_NliasPj+Wk~cb-8gp-*7QFSja_z5np8;4|D`LTCG2r~DY#Kzn0+D}A!3JtS;>LcO;35<2JZh4V0%j-X4wD-"
    b"}x~4axNs}w)ZFwussj@$2Dbix_@T1PEh>KU2&y}J-GKT7>rYuJITyGYmfi|m$j)e#w%XfsuqpM&v-"
    b"KKf?^SusA>gF%Pw1y@V!a5Jizj=OF=P4!!(BN9Ly|$4CPk(hR7FVqWICuv*Z#Aowj4N_R#w}<}ilzUh3g#UW^#CziOA^)gy03KJT30;vY_RjL!3IHz"
    b"aRV5{0G%tvcQFmn`VrxkI7;+~czBqxnzT;ZqP@U#LZmMrvA}kbunNQv4-|!dpT}lw6*z4P%}l^>FqoSU3UO{o-"
    b"qMTRXQITMQ%Q(O+v4d<z_EAKa^?ffnB^-f>~@`%<t9o{*3J=|B*w7ilWETUHP-"
    b"sd8dR$hDyM;mqO!8woG~avC)GNW8f@nT^9HBEnYxG*J380uBO*RoPl;`Q(jajh+yAiG^6i1N+v66uYX@~;!8t8DY4EMoaEMYYrrTC>H`3lTf-"
    b"G_(&e>zc`bYs3vs|dUww`5m^=NW`mYCtKs-mf9tMOp#>{{z_EP!u31O)9-"
    b"jvn3M)Yth2t+V`fEx0df0;pf0ao2l_ZXTz4nuhv5fEc{1jeOe%^MOB7aq5cXJH4|{+!>5(v5&c8^!MPXXT10rc<yoe9mO^xW=1f48=!TL(k+1OU8C@"
    b">=-IJzk-%-"
    b"+`OG}JkzfhOw4}uVE@y7wP32r*hka+h+Pk~$$Eb<W#x`+0+VNxHuh}~Q(c|_#yrc4Ohd0(Y3&XzeF@cJj%y;kt<&zuHz#eC_jUkNWHgfoinla_W%sd"
    b"5h2)=OK`bH@d=(~oDZ=t4Y`1iDq`a(qu>)zgaf}n#DN&N2nmY}Z1*RQb6A8Ee;V^wV=Ak(JQl<(y@{{Yt_%eM8KYyrL0t907ISTx)l0FZZF3ew1}`v"
    b"BCyzS^AEo$3d+GA%GT+!kiE@~S|`;>;5O4VIhr5Mb2en+AOQQ#<;+(jtc)!cf4G2tY<imjl7DvxRdp$(tJNhOkUD0;)0<hvr<KW-AU2-"
    b"|k)03~@AeM8y-iy~g(PoXHGNF<|=?`qW8WG_L{dUD`weJjlYtXNsE{E}DsBfxZ$!+Y-inEYG%Olr!IBTrt5hBUSLqln-"
    b"c&9C=TwASQt`pKrgTA2*Bz9R~xY9OOU919hg)Q2paSp!f0)8|P?zBnB3Hrfh}6XIbh>M(hL4S0YFz58($dwcf9@$&0kpE7}ew$Pe0bo@>uUscwmOHI"
    b"q!UN>Pn6yF%b%kn1hB4ELo;D@)&Ihs+iF#6TfdVHG2pGYCr<+5p*P_5$O)%LzMRA2$j4IC~c~BcK(O$)Q_S^197Gjo|yPc}}ED7BgABhPb4yn`H$9J"
    b"mu3O7vw`%`KL}JIi7gJrcAEU*m0xIn?()Ad-sQ3teCUi1(kg{D9#PKVGR2`UkyE=B8rNL=Rb%)!XOuO&%CKe&_5;|I`;|iGy<{oQJ@ZFnGNwVw#uCs"
    b"Q?SVmzEfPK5U)px0T8*eYMCl)=hBHqK@<low6^nDG`h6oZ^_Z-^iKJ$FnZB+1mYgj;-Ifg!v5kzQApj3b8yp_BU44$V1pch-"
    b"L&fZ;?yZ@<VMSaZA36brc14}mYwtSS0`$W#E_y`Z;J5M{z#En;0v(G$`ZAhA+Qf~IAb&f?yYIkZ(KhNcx9>)gIcB*4mE4Wr%;Y4*7kf^ngHX=oZ~~a"
    b"$bu6P<1VY^&iLJQs(to3SPfJzHs@bsDnH6LIwXzpNZ5%;?Sp|20jny%_EiDXKa*mVH%rYume8nF^DIZb+WZ@4yFlL20M##`8zI^9c*1_*P!(2u6?Ui"
    b"EETlzzN{m$CJ*;2EbV<9oE~@TBY)^nJh;E3`k<Q=SDZFKe!z6P~K(BV(@+9ev82&Wlm2J3&E=XfnYWHrPV{Y9M`J)?bNg92>+)?_$Hm7q4=SBIqGBx"
    b"Cj84ApgxT3AnRbY_lKkAURy#IAB_9R{kU#Zbh(A}^<%Q=ZV{7%vxH+LThwW;JXq*eAE=yR+x9CF1C;}K(g-"
    b"CX&{tBB}QSR&t_8g0`HB;+tgM7R9?(6dvgL=E7N?gowS$Osv0cVaVZf^iGlR?<2LEofHYqZciU&qY}KB)<4O-"
    b"o{B~Y)qHpi7pXlz>%BW4HeL|BZQH%{bKHz?Xg7_;m`n4{|a)QFh->KoojZ}t$e7FLnO{FFwc-"
    b"1V^ZjlZ>Np7bgyP!2|tF^x8xhNw9>fu5MH`jIUL{U7Y3{L{ktNbPOk$%(&!<vWo^rp?c=ddcb<prh-"
    b"u|mdJP9#tgGrhs5x_Mz#%{uRrt^0USs?jYl;=fymN^=ohgp@jO5<iM1WxD(26IW+Gc`M$=bR4WRM;QN!#LM5uSnARATUZpj20><D&TZZ-hsY_gp;b="
    b"-ebSyEkS#Yhr7<LV4&jU8x?veZt<BKvJ_y&A_J_;|Hc&V`8z97AQ@dxap=@7(hf`Ug2%gx`D(J(9TO*R@jLirUGLViH3`{a{=$HmcI=b>naeg?5^uW"
    b"o`&p_0|^w5Y5Mx-ly75$3Ce-HPQbMoC<ax9LiyF-vamd5&*VSuME^?dh9LaKzU!v{iF12wrrB!Iak>((B@W@Jt%v7@GK58ace*eDST`;GW)lRN?%p-"
    b"QPWQ^t$n0l(%$&#V*T5|@vrf+SOtX~NXEQ&7UKhVO=;*dOz#xoUz3?nqRMu|J?(Y{!{1BmK?pdRjnbOG52Xn$jbcX#Xg|h#{Nw7|5Nut_&6NK?p24k"
    b"vJr#WL9xqN>L^?M&?u@BS-FCZ58Q_Ee6Iyc%|%5LP?sS(xGR%gTWFQ@M&AzA>f_DlTG(?9JNb($X^Y41f2RgDjr9S3uRztm3b-}G(==-"
    b"LaP_2X~;c2`ZS%mpd^iK4WO0Evq$`e@H<1&0l7O)c3~D3jZmu=W&~joe1)R`&<NbN$<vnNuSj{qx>x|HbKEx%YEVhU#XEodwY%DFnCUBv>1Pou@~t&"
    b"PDk1QPha|dlZ<8<^D=9$<;<)*;dwn-"
    b"<wjargx>RrdLSk=Z%q2?d+*e0c_Ix8Al+pPXdp^R(5`hCDla7C|_C!abKjyJ%udwks3=Y1L`?Uu&4y$A_<^*`m|S~!OX9mVE0J=!_2`|W7n!^oEA^P"
    b"Fygoyc@|pG9)s~9?jmjejLpQX5&Vzf{VB63hc|AYzf~IYEC}l3J+dIr+8vMbh&oZBl}!u$SrqSsbyB3I(+dB%bRgElH8MG&kpKC40D4oUrb@LjZ~"
)


def directions(dimension):
    """The numbers v_1, ..., v_30 of each of the first dimensions, as fractions of 2**30: int64 (dimension, 30)."""
    bits = iter(np.unpackbits(np.frombuffer(base64.b85decode(PACKED), np.uint8)).tolist())
    rows = [[1] * BITS]
    for degree, count in enumerate(OF_DEGREE, 1):
        for _ in range(min(count, dimension - len(rows))):
            rows.append(_row(degree, bits))
    return np.array(rows, np.int64) << np.arange(BITS - 1, -1, -1)


def _row(degree, bits):
    polynomial = [next(bits) for _ in range(degree - 1)]
    numbers = [1]
    for j in range(2, degree + 1):
        number = 0
        for _ in range(j - 1):
            number = 2 * number + next(bits)
        numbers.append(2 * number + 1)
    for j in range(degree, BITS):
        number = numbers[j - degree] ^ numbers[j - degree] << degree
        for k, coefficient in enumerate(polynomial, 1):
            number ^= coefficient * numbers[j - k] << k
        numbers.append(number)
    return numbers
