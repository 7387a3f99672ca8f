"""Tournament report files (TRF06, TRF16, TRF26, JaVaFo and bbpPairings): readers and writers."""
