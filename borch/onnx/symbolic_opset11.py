"""torch.onnx.symbolic_opset11: rules of torch's old exporter, of which there are none here."""
