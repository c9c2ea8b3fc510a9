package version

// The build of the release sets the version, which the kubelet puts into the requests of probes.
func init() { gitMajor, gitMinor = "1", "37" }
