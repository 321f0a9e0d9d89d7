/** An answer before its envelope is opened. */
export interface WireAnswer {
  status: number;
  text: string;
  /** By which the server's log knows the call. */
  correlationId: string | null;
}
/** Header in which it travels. */
export const correlationHeader = 'x-correlation-id';

const aborted = (): DOMException => new DOMException('the call was aborted', 'AbortError');

/**
 * Sends a form and reports how much of it has left, as a fraction 0 to 1. By XMLHttpRequest, because `fetch` does
 * not tell how far an upload is. Rejects with `AbortError` when the signal fires, else with a `TypeError` as `fetch`.
 */
export const sendWithProgress = (
  request: { url: string; body: FormData; headers: Readonly<Record<string, string>> },
  onProgress: (fraction: number) => void,
  signal: AbortSignal | undefined,
): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const xhr = new XMLHttpRequest();
    const abort = (): void => xhr.abort();
    xhr.open('POST', request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    xhr.addEventListener('load', () =>
      resolve({
        status: xhr.status,
        text: xhr.responseText,
        correlationId: xhr.getResponseHeader(correlationHeader),
      }),
    );
    xhr.addEventListener('error', () => reject(new TypeError('Network Error')));
    xhr.addEventListener('abort', () => reject(aborted()));
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(request.body);
  });
