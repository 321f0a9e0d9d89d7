import { connect } from 'node:net';

/** Sends a beginning and then one byte a second. @returns ms until the server ended it */
export const trickle = (url: string, beginning: string): Promise<number> =>
  new Promise((resolve) => {
    const started = performance.now();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(beginning));
    const timer = setInterval(() => socket.write('y'), 1_000);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(performance.now() - started);
    });
  });

/** Bytes as they are, for what no client sends. @returns status and the text of the whole answer. */
export const sendRaw = (url: string, bytes: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += String(part);
    });
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy());
  });
