/**
 * Codes of the errors that the functions of this package throw, as {@link @kubesem/core!FieldError | FieldError}.
 *
 * - `INVALID_NAME`: a name breaks the syntax of Kubernetes
 * - `INVALID_IP`: the string is not an IP address
 * - `IP_LEADING_ZERO`: a part of an IPv4 address has a leading zero; some programs read it as an octal number
 * - `IP_ZONE`: an IP address has a zone (`fe80::1%eth0`), so it has no name outside its host
 * - `INVALID_PROTOCOL`: the protocol is not `TCP`, `UDP` or `SCTP`
 * - `NAME_TOO_LONG`: the DNS name is longer than 253 bytes, so it cannot be queried
 * - `FQDN_TOO_LONG`: the host name with its domain is longer than the 64 bytes that the Linux kernel stores
 * - `INVALID_TYPE`: a field has the wrong JSON type, or the object is of another kind
 * - `INVALID_RESOLV_CONF`: the kubelet cannot read the `resolv.conf`, or a word cannot be written to one
 */
export type DnsErrorCode =
  | 'INVALID_NAME'
  | 'INVALID_IP'
  | 'IP_LEADING_ZERO'
  | 'IP_ZONE'
  | 'INVALID_PROTOCOL'
  | 'NAME_TOO_LONG'
  | 'FQDN_TOO_LONG'
  | 'INVALID_TYPE'
  | 'INVALID_RESOLV_CONF';
