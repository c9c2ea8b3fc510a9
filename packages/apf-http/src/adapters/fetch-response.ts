import type { Admission, Refusal } from '../gate/entry.js';

/**
 * Adds the headers of an admission to a response, and releases the seats when its body has ended: when it was read to the
 * end, failed or was cancelled, or when the client is gone.
 *
 * @param response - response of the handler
 * @param admission - admission of the request
 * @param request - the request, whose signal reports a client that goes away
 * @returns a response with the same content
 */
export function releaseWithBody(
  response: Response,
  admission: Admission,
  request: Request,
): Response {
  // The headers are sent next.
  admission.initialized();
  const { status, statusText, body } = response;
  // Somebody else reads the body, or such a response cannot be made again: it is left as it is.
  if (body?.locked || response.bodyUsed || status < 200) {
    admission.release();
    return response;
  }
  const headers = new Headers(response.headers);
  for (const name of Object.keys(admission.headers)) {
    headers.set(name, admission.headers[name] as string);
  }
  // Nobody reads the body of a response to HEAD.
  if (body === null || request.method === 'HEAD' || request.signal.aborted) {
    admission.release();
    return new Response(body, { status, statusText, headers });
  }
  const release = (): void => {
    request.signal.removeEventListener('abort', release);
    admission.release();
  };
  request.signal.addEventListener('abort', release);
  return new Response(watched(body, release), { status, statusText, headers });
}

/** The same stream; `ended` is called when it ends in any way. */
function watched(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) {
            ended();
            controller.close();
          } else {
            controller.enqueue(value);
          }
        } catch (error) {
          ended();
          controller.error(error);
        }
      },
      cancel: async (reason) => {
        try {
          await reader.cancel(reason);
        } finally {
          ended();
        }
      },
    },
    // It reads only what is asked for.
    { highWaterMark: 0 },
  );
}

/**
 * Turns the decision not to execute a request into a response.
 *
 * @param rejection - the decision
 * @returns its response
 */
export function refusalResponse({ status, headers, body }: Refusal): Response {
  const { Connection: _, ...others } = headers;
  return new Response(body, { status, headers: others });
}
