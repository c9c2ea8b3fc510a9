package tainteviction

var (
	GetNoExecuteTaints   = getNoExecuteTaints
	GetMinTolerationTime = getMinTolerationTime
)
