import { createHash, createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { amzDate } from './sigv4.ts';

const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');

/** Signs and sends a PUT by hand, with a body in the form aws-chunked when `chunks` are given. */
export async function rawPut(
  base: string,

  path: string,
  key: Buffer,
  payload: string,
  body: Buffer,
  chunks?: Buffer[],
  forge = false,
) {
  const url = new URL(base);
  const date = amzDate(Date.now());
  const scope = `${date.slice(0, 8)}/r/s3/aws4_request`;
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': payload,
    'x-amz-date': date,
    'x-amz-security-token': 'session',
  };
  if (chunks)
    headers['x-amz-decoded-content-length'] = String(chunks.reduce((sum, one) => sum + one.length, 0));
  const names = Object.keys(headers).toSorted();
  const canonical = [
    'PUT',
    path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    payload,
  ];
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  let signature = sign(['AWS4-HMAC-SHA256', date, scope, sha256(canonical.join('\n'))].join('\n'));
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=AK1/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const pieces = [...(chunks ?? []), Buffer.alloc(0)].map((chunk, index) => {
    const text = ['AWS4-HMAC-SHA256-PAYLOAD', date, scope, signature, sha256(''), sha256(chunk)].join('\n');
    signature = forge && index === 1 ? 'a'.repeat(64) : sign(text);
    return Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)};chunk-signature=${signature}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
  });
  const wire = chunks ? Buffer.concat(pieces) : body;
  const head = Object.entries({ ...headers, 'content-length': String(wire.length), connection: 'close' });
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `PUT ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  // In odd pieces, so that a chunk's head is cut in the middle.
  for (let at = 0; at < wire.length; at += 1_777) socket.write(wire.subarray(at, at + 1_777));
  let answer = '';
  socket.on('error', () => undefined);
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
