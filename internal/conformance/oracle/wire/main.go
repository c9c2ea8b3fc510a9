package wire

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// Main serves ops on standard input and output. It ends the process: with status 1 and a sentence
// on standard error where the answers would not be those of the pinned release.
func Main(ops map[string]Op) {
	if runtime.GOARCH != "amd64" {
		fail("this is a build for %s: only amd64 gives the reference floats (see the README)", runtime.GOARCH)
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		fail("this build does not say which modules are in it: build it with Go modules")
	}
	versions := moduleVersions(build)
	if stray := notPinned(versions); stray != "" {
		fail("%s is not of the pinned release %s: run pin.mjs and build again", stray, Release)
	}
	all := maps.Clone(ops)
	all["version"] = func(json.RawMessage) (any, error) {
		return map[string]any{"kubernetes": Release, "go": build.GoVersion, "modules": versions}, nil
	}
	if err := Serve(os.Stdin, os.Stdout, all); err != nil {
		fail("%v", err)
	}
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "oracle: "+format+"\n", values...)
	os.Exit(1)
}

func moduleVersions(build *debug.BuildInfo) map[string]string {
	versions := make(map[string]string, len(build.Deps))
	for _, module := range build.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		if !strings.HasPrefix(module.Path, "..") {
			versions[module.Path] = module.Version
		}
	}
	return versions
}

// stagingVersion distinguishes modules that are released with Kubernetes (v0.37.1) from others,
// such as k8s.io/klog/v2 (v2.…) and k8s.io/utils (v0.0.0-date-commit).
var stagingVersion = regexp.MustCompile(`^v0\.[1-9]\d*\.\d+$`)

// notPinned names a module of another release than the pinned one.
func notPinned(versions map[string]string) string {
	staging := strings.Replace(Release, "v1.", "v0.", 1)
	for path, version := range versions {
		switch {
		case path == "k8s.io/kubernetes" && version != Release,
			strings.HasPrefix(path, "k8s.io/") && stagingVersion.MatchString(version) && version != staging:
			return path + " " + version
		}
	}
	return ""
}
