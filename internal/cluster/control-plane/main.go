// Command control-plane is the control plane of the pinned Kubernetes release in one program: its first argument names the
// part that it runs. `run` starts all parts as processes of their own and keeps them until its caller ends.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	_ "time/tzdata" // CronJobs have time zones.

	"github.com/spf13/cobra"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

// parts are the subcommands. Each receives the arguments that follow its name.
var parts = map[string]func(args []string) error{
	"run":                     run,
	"certificate":             printCertificate,
	"kube-apiserver":          serve,
	"kube-controller-manager": func([]string) error { return runCommand(controllermanager.NewControllerManagerCommand()) },
	"kube-scheduler":          func([]string) error { return runCommand(scheduler.NewSchedulerCommand()) },
	"kubelet":                 runKubelet,
	"kubectl":                 kubectl,
}

func main() {
	name, args := filepath.Base(os.Args[0]), os.Args[1:]
	// A link to this program called `kubectl` is kubectl.
	if parts[name] == nil && len(args) > 0 {
		name, args = args[0], args[1:]
	}
	part := parts[name]
	if part == nil {
		fmt.Fprintf(os.Stderr, "unknown part %q\n", name)
		os.Exit(2)
	}
	// The parts read their own arguments, and name themselves after the first one: in the user agent, and so in managedFields.
	os.Args = append([]string{name}, args...)
	if err := part(args); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// runCommand runs a command of Kubernetes as its own program does.
func runCommand(command *cobra.Command) error {
	if code := cli.Run(command); code != 0 {
		os.Exit(code)
	}
	return nil
}

// kubectl does what the main function of kubectl does.
func kubectl([]string) error {
	logs.GlogSetter(cmd.GetLogVerbosity(os.Args)) //nolint:errcheck
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
	return nil
}
