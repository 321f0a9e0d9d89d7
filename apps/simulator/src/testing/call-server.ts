import { createServer, type IncomingMessage } from 'node:http';

export interface Call {
  path: string;
  body: Record<string, unknown>;
  token: string | undefined;
}

export type CallAnswer = { data: unknown } | { status: number; reason: string };

export interface CallServer {
  url: string;
  calls: Call[];
  stop(): Promise<void>;
}

/** An HTTP server in the product's envelope that answers as it is told and remembers what was asked. */
export async function startCallServer(answer: (call: Call) => CallAnswer): Promise<CallServer> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      const given = answer(call);
      const status = 'status' in given ? given.status : 200;
      const data = 'data' in given ? given.data : { reason: given.reason };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: status, message: '', data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts);
  const isJson = request.headers['content-type']?.startsWith('application/json');
  const body: Record<string, unknown> = isJson
    ? (JSON.parse(text.toString()) as Record<string, unknown>)
    : { ...Object.fromEntries(url.searchParams), bytes: text };
  const path = url.pathname.replace('/nebula-five/', '').replace('.rest', '');
  return { path, body, token: request.headers.authtoken as string | undefined };
}
