package wire

// Release is the one Kubernetes release that this oracle answers for. Written by pin.mjs.
const Release = "v1.37.1"
