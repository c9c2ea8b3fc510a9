package emptydir

// CalculateEmptyDirMemorySize is how large a tmpfs the kubelet mounts.
var CalculateEmptyDirMemorySize = calculateEmptyDirMemorySize
