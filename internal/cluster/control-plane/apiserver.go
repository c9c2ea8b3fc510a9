package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/embed"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
)

// serve runs etcd and the API server in one process: `kube-apiserver DIR ETCD-PORT PEER-PORT flags…`.
func serve(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: kube-apiserver DIR ETCD-PORT PEER-PORT [flags]")
	}
	address, err := startEtcd(filepath.Join(args[0], "etcd"), args[1], args[2])
	if err != nil {
		return fmt.Errorf("starting etcd: %w", err)
	}
	os.Args = append([]string{"kube-apiserver", "--etcd-servers=" + address}, args[3:]...)
	return runCommand(apiserver.NewAPIServerCommand())
}

// startEtcd starts an etcd that does not wait for the disk: the folder is thrown away in the end.
func startEtcd(dir, port, peerPort string) (string, error) {
	client := url.URL{Scheme: "http", Host: "127.0.0.1:" + port}
	peer := url.URL{Scheme: "http", Host: "127.0.0.1:" + peerPort}
	config := embed.NewConfig()
	config.Dir = dir
	config.LogLevel = "error"
	config.UnsafeNoFsync = true
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{client}, []url.URL{client}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return "", err
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return client.String(), nil
	case err := <-etcd.Err():
		return "", err
	}
}
