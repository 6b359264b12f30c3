"""torch.onnx.symbolic_opset9: rules of torch's old exporter, of which there are none here."""
