package noderesources

// What the plugin asks in Filter, with the resources that its arguments ignore.
var (
	ComputePodResourceRequest = computePodResourceRequest
	FitsRequest               = fitsRequest
)
