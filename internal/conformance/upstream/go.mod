module kubesem/upstream

go 1.26.0
