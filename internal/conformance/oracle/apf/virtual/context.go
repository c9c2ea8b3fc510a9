package virtual

import "context"

// Context is the context of a request, which ends when the driver says so.
type Context struct {
	context.Context
	Ended bool
}

var endedChannel = func() chan struct{} {
	channel := make(chan struct{})
	close(channel)
	return channel
}()

func (c *Context) Done() <-chan struct{} {
	if c.Ended {
		return endedChannel
	}
	return nil
}
