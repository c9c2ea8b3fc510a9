package main

import (
	"encoding/json"
	"fmt"
	"net"

	"github.com/miekg/dns"

	"kubesem/oracle/wire"
)

// printRecord prints a record as the library does that CoreDNS uses, after it has been sent.
func printRecord(in json.RawMessage) (any, error) {
	var args struct {
		Name, Type, Address, Target, Text string
		TTLSeconds                        uint32
		Priority, Weight, Port            uint16
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	header := dns.RR_Header{
		Name: args.Name, Rrtype: dns.StringToType[args.Type], Class: dns.ClassINET, Ttl: args.TTLSeconds,
	}
	var record dns.RR
	switch args.Type {
	case "A":
		record = &dns.A{Hdr: header, A: net.ParseIP(args.Address)}
	case "AAAA":
		record = &dns.AAAA{Hdr: header, AAAA: net.ParseIP(args.Address)}
	case "CNAME":
		record = &dns.CNAME{Hdr: header, Target: args.Target}
	case "PTR":
		record = &dns.PTR{Hdr: header, Ptr: args.Target}
	case "SRV":
		record = &dns.SRV{Hdr: header, Priority: args.Priority, Weight: args.Weight, Port: args.Port, Target: args.Target}
	case "TXT":
		record = &dns.TXT{Hdr: header, Txt: []string{escaped(args.Text)}}
	default:
		return nil, fmt.Errorf("there is no type %q", args.Type)
	}
	message, err := received(&dns.Msg{Answer: []dns.RR{record}})
	if err != nil {
		return nil, &wire.Error{Class: "Record", Message: err.Error()}
	}
	return textOf(message.Answer[0]), nil
}

// escaped writes each byte of a text as the library expects it: a backslash would start an escape.
func escaped(text string) string {
	all := ""
	for _, b := range []byte(text) {
		all += fmt.Sprintf("\\%03d", b)
	}
	return all
}
