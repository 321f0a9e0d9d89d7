/** Inside the lossy network: carries what comes by a socket file to the broker. `worker-relay.ts <socket file> <host> <port>` */
import { connect, createServer } from 'node:net';

const [file = '', host = '', port = ''] = process.argv.slice(2);
createServer((near) => {
  const far = connect({ host, port: Number(port), noDelay: true });
  const end = (): void => {
    near.destroy();
    far.destroy();
  };
  for (const socket of [near, far]) socket.on('error', end).on('close', end);
  near.pipe(far).pipe(near);
}).listen(file, () => console.log('ready'));
