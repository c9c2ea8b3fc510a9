package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// startTimeout is how long a part may take until it is ready.
const startTimeout = time.Minute

// options are the second argument of `run`.
type options struct {
	// Detached says that the cluster outlives its caller.
	Detached bool      `json:"detached"`
	Nodes    []v1.Node `json:"nodes"`
	// Tokens are further lines of the file of --token-auth-file.
	Tokens            []string `json:"tokens"`
	APIServer         []string `json:"apiServer"`
	ControllerManager []string `json:"controllerManager"`
	Scheduler         []string `json:"scheduler"`
}

// cluster is a running control plane.
type cluster struct {
	ctx        context.Context
	dir        string
	kubeconfig string
	client     kubernetes.Interface
	commands   map[string][]string
	processes  map[string]*process
	failed     chan error
}

type process struct {
	*exec.Cmd
	ended    chan struct{}
	expected atomic.Bool
}

// order is the order in which the parts start. They end in the opposite one: the API server waits for open watches.
var order = []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet"}

// run starts a cluster: `run DIR OPTIONS`. It writes a JSON line when the cluster is ready. Then it reads commands, one a
// line: `stop PART` and `start PART`, and answers each with a JSON line. At the end of its input, which is the end of the
// caller, it ends all processes and removes the folder.
func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: run DIR OPTIONS")
	}
	var wanted options
	if err := json.Unmarshal([]byte(args[1]), &wanted); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	// A child ends with the thread that has started it, and the main thread ends last.
	runtime.LockOSThread()
	ctx, end := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer end()
	commands := make(chan string)
	if !wanted.Detached {
		go readLines(commands, end)
	}

	cluster, err := newCluster(ctx, args[0], wanted)
	if err != nil {
		return err
	}
	defer cluster.end()
	if err := cluster.startAll(wanted); err != nil {
		return err
	}
	answer(map[string]any{"kubeconfig": cluster.kubeconfig})
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-cluster.failed:
			return err
		case line := <-commands:
			if err := cluster.obey(line); err != nil {
				answer(map[string]any{"error": err.Error()})
			} else {
				answer(map[string]any{"done": line})
			}
		}
	}
}

func readLines(lines chan<- string, end func()) {
	defer end()
	for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		lines <- scanner.Text()
	}
}

func answer(value any) {
	_ = json.NewEncoder(os.Stdout).Encode(value)
}

// newCluster writes the files of a cluster.
func newCluster(ctx context.Context, dir string, wanted options) (*cluster, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	ports, err := freePorts(5)
	if err != nil {
		return nil, err
	}
	tokens := append([]string{adminToken + `,admin,1,"system:masters"`}, wanted.Tokens...)
	nodes, err := json.Marshal(v1.NodeList{Items: wanted.Nodes})
	if err != nil {
		return nil, err
	}
	kubeconfig, err := "", writeKeys(dir)
	if err == nil {
		kubeconfig, err = writeKubeconfig(dir, "https://127.0.0.1:"+ports[0])
	}
	err = errors.Join(
		err,
		os.WriteFile(filepath.Join(dir, "pid"), []byte(strconv.Itoa(os.Getpid())), 0o600),
		os.WriteFile(filepath.Join(dir, "tokens.csv"), []byte(strings.Join(tokens, "\n")+"\n"), 0o600),
		os.WriteFile(filepath.Join(dir, "nodes.json"), nodes, 0o600),
	)
	if err != nil {
		return nil, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	return &cluster{
		ctx:        ctx,
		dir:        dir,
		kubeconfig: kubeconfig,
		client:     client,
		commands:   commandLines(dir, kubeconfig, ports, wanted),
		processes:  map[string]*process{},
		failed:     make(chan error, len(order)),
	}, err
}

// commandLines returns the arguments of each part.
func commandLines(dir, kubeconfig string, ports []string, wanted options) map[string][]string {
	file := func(name string) string { return filepath.Join(dir, name) }
	client := func(port string) []string {
		return []string{
			"--leader-elect=false", "--bind-address=127.0.0.1", "--secure-port=" + port,
			"--kubeconfig=" + kubeconfig, "--authentication-kubeconfig=" + kubeconfig,
			"--authorization-kubeconfig=" + kubeconfig,
		}
	}
	return map[string][]string{
		"kube-apiserver": append([]string{
			dir, ports[3], ports[4],
			"--secure-port=" + ports[0], "--bind-address=127.0.0.1", "--cert-dir=" + file("apiserver"),
			"--tls-cert-file=" + file("server.crt"), "--tls-private-key-file=" + file("server.key"),
			"--client-ca-file=" + file("ca.crt"), "--token-auth-file=" + file("tokens.csv"),
			"--authorization-mode=Node,RBAC", "--service-account-issuer=https://kubernetes.default.svc",
			"--service-account-key-file=" + file("service-account.key"),
			"--service-account-signing-key-file=" + file("service-account.key"),
			"--service-cluster-ip-range=10.96.0.0/12", "--allow-privileged=true",
			"--enable-admission-plugins=NodeRestriction",
		}, wanted.APIServer...),
		"kube-controller-manager": append(append(client(ports[1]),
			"--kube-api-qps=500", "--kube-api-burst=1000",
			"--cert-dir="+file("controller-manager"), "--use-service-account-credentials=true",
			"--service-account-private-key-file="+file("service-account.key"), "--root-ca-file="+file("ca.crt"),
			"--cluster-signing-cert-file="+file("ca.crt"), "--cluster-signing-key-file="+file("ca.key"),
			"--controllers=*,bootstrap-signer-controller,token-cleaner-controller",
		), wanted.ControllerManager...),
		"kube-scheduler": append(append(client(ports[2]), "--cert-dir="+file("scheduler")), wanted.Scheduler...),
		"kubelet":        {kubeconfig, file("nodes.json")},
	}
}

func freePorts(count int) ([]string, error) {
	var ports []string
	for range count {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		// All stay open until there are enough, or two could be the same.
		defer listener.Close()
		ports = append(ports, strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	}
	return ports, nil
}

// startAll starts the parts and waits until the cluster answers and its controllers work.
func (c *cluster) startAll(wanted options) error {
	for _, name := range order {
		if err := c.start(name); err != nil {
			return err
		}
	}
	return c.wait("the controllers and nodes", func(ctx context.Context) bool {
		_, err := c.client.CoreV1().ServiceAccounts("default").Get(ctx, "default", metav1.GetOptions{})
		return err == nil && c.readyNodes(ctx) == len(wanted.Nodes)
	})
}

// readyNodes counts the nodes on which a Pod can start: the controller has removed the taint of a new node.
func (c *cluster) readyNodes(ctx context.Context) (count int) {
	nodes, err := c.client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return -1
	}
	for _, node := range nodes.Items {
		isTainted := false
		for _, taint := range node.Spec.Taints {
			isTainted = isTainted || taint.Key == v1.TaintNodeNotReady
		}
		if ready := nodeCondition(&node, v1.NodeReady); ready != nil && !isTainted {
			count++
		}
	}
	return count
}

// start starts a part. The others would end without an API server that answers, so it waits for this one.
func (c *cluster) start(name string) error {
	log, err := os.OpenFile(filepath.Join(c.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.Command(program, append([]string{name}, c.commands[name]...)...)
	command.Stdout, command.Stderr = log, log
	command.Dir = c.dir
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := command.Start(); err != nil {
		return err
	}
	started := &process{Cmd: command, ended: make(chan struct{})}
	c.processes[name] = started
	go func() {
		err := command.Wait()
		if !started.expected.Load() {
			c.failed <- fmt.Errorf("%s has ended: %v\n%s", name, err, c.lastLines(name))
		}
		close(started.ended)
	}()
	if name != "kube-apiserver" {
		return nil
	}
	return c.wait("the API server", func(ctx context.Context) bool {
		return c.client.CoreV1().RESTClient().Get().AbsPath("/readyz").Do(ctx).Error() == nil
	})
}

// stop ends a part. SIGTERM would let the API server wait for open requests.
func (c *cluster) stop(name string) {
	if running := c.processes[name]; running != nil {
		running.expected.Store(true)
		_ = running.Process.Kill()
		<-running.ended
		delete(c.processes, name)
	}
}

func (c *cluster) obey(line string) error {
	verb, name, _ := strings.Cut(line, " ")
	if c.commands[name] == nil {
		return fmt.Errorf("unknown part %q", name)
	}
	switch verb {
	case "stop":
		c.stop(name)
		return nil
	case "start":
		return c.start(name)
	}
	return fmt.Errorf("unknown command %q", verb)
}

func (c *cluster) end() {
	for i := range order {
		c.stop(order[len(order)-1-i])
	}
	_ = os.RemoveAll(c.dir)
}

// wait asks until something is so, a part ends, or time is up.
func (c *cluster) wait(what string, isSo func(context.Context) bool) error {
	ctx, cancel := context.WithTimeout(c.ctx, startTimeout)
	defer cancel()
	for !isSo(ctx) {
		select {
		case err := <-c.failed:
			return err
		case <-c.ctx.Done():
			return errors.New("interrupted")
		case <-ctx.Done():
			return fmt.Errorf("timed out waiting for %s\n%s", what, c.lastLines("kube-apiserver"))
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil
}

func (c *cluster) lastLines(name string) string {
	text, _ := os.ReadFile(filepath.Join(c.dir, name+".log"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}
