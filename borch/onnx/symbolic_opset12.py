"""torch.onnx.symbolic_opset12: rules of torch's old exporter, of which there are none here."""
