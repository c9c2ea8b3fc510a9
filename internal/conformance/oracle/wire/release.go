package wire

// Release is the Kubernetes release of this oracle. Written by pin.mjs.
const Release = "v1.37.1"
