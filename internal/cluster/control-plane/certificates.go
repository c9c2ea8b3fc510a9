package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// adminToken belongs to a user of the group system:masters. The server listens on loopback and lives as long as a test.
const adminToken = "admin-token"

// writeKeys writes what the parts need: ca.{crt,key}, server.{crt,key} and the key of service accounts.
func writeKeys(dir string) error {
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := newCertificate(pkix.Name{CommonName: "kubesem test cluster"}, 24*time.Hour)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage |= x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, caKey.Public(), caKey)
	if err != nil {
		return err
	}
	if err := writePair(dir, "ca", der, caKey); err != nil {
		return err
	}

	server := newCertificate(pkix.Name{CommonName: "kube-apiserver"}, 24*time.Hour)
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	server.DNSNames = []string{"localhost", "kubernetes.default.svc"}
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 96, 0, 1)}
	der, key, err := issue(dir, server)
	if err != nil {
		return err
	}
	if err := writePair(dir, "server", der, key); err != nil {
		return err
	}

	accounts, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	return writePEM(filepath.Join(dir, "service-account.key"), "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(accounts))
}

// printCertificate prints a client certificate and its key: `certificate DIR LIFETIME USER [GROUP…]`. One with a negative
// lifetime has expired.
func printCertificate(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: certificate DIR LIFETIME USER [GROUP...]")
	}
	lifetime, err := time.ParseDuration(args[1])
	if err != nil {
		return err
	}
	client := newCertificate(pkix.Name{CommonName: args[2], Organization: args[3:]}, lifetime)
	client.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	der, key, err := issue(args[0], client)
	if err != nil {
		return err
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	if err := pem.Encode(os.Stdout, &pem.Block{Type: "CERTIFICATE", Bytes: der}); err != nil {
		return err
	}
	return pem.Encode(os.Stdout, &pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})
}

func newCertificate(subject pkix.Name, lifetime time.Duration) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      subject,
		NotBefore:    time.Now().Add(-48 * time.Hour),
		NotAfter:     time.Now().Add(lifetime),
		KeyUsage:     x509.KeyUsageDigitalSignature,
	}
}

// issue signs a certificate with the CA of a folder.
func issue(dir string, template *x509.Certificate) ([]byte, *ecdsa.PrivateKey, error) {
	caDER, err := readPEM(filepath.Join(dir, "ca.crt"))
	if err != nil {
		return nil, nil, err
	}
	ca, err := x509.ParseCertificate(caDER)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := readPEM(filepath.Join(dir, "ca.key"))
	if err != nil {
		return nil, nil, err
	}
	caKey, err := x509.ParseECPrivateKey(keyDER)
	if err != nil {
		return nil, nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca, key.Public(), caKey)
	return der, key, err
}

func writePair(dir, name string, der []byte, key *ecdsa.PrivateKey) error {
	if err := writePEM(filepath.Join(dir, name+".crt"), "CERTIFICATE", der); err != nil {
		return err
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	return writePEM(filepath.Join(dir, name+".key"), "EC PRIVATE KEY", keyDER)
}

func writePEM(file, kind string, der []byte) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}

func readPEM(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s has no PEM block", file)
	}
	return block.Bytes, nil
}

// writeKubeconfig writes the kubeconfig of the administrator, which needs no other file.
func writeKubeconfig(dir, server string) (string, error) {
	ca, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err != nil {
		return "", err
	}
	const name = "kubesem"
	config := clientcmdapi.NewConfig()
	config.Clusters[name] = &clientcmdapi.Cluster{Server: server, CertificateAuthorityData: ca}
	config.AuthInfos["admin"] = &clientcmdapi.AuthInfo{Token: adminToken}
	config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: "admin"}
	config.CurrentContext = name
	file := filepath.Join(dir, "kubeconfig")
	return file, clientcmd.WriteToFile(*config, file)
}
