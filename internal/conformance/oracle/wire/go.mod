module kubesem/oracle/wire

go 1.26.0
