"""torch.autograd.anomaly_mode: torch's path of the anomaly contexts."""

from .anomaly import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
