import { freePort } from '../../apps/server/src/platform/postgres/index.ts';
import { openTcpProxy, type TcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { signInCaller } from './calls.ts';
import { test as story } from './story.ts';

const host = '127.0.0.1';

/** What a browser says of a connection that is cut, by the moment at which that meets a request or a message. */
export const cutFaults =
  /ERR_(?:INTERNET_DISCONNECTED|NETWORK_|FAILED|CONNECTION_|EMPTY_RESPONSE|SOCKET_)|WebSocket is already in CLOSING/;

/** Stands between the browser and the product, which takes its address for its own. */
interface Front {
  proxy: TcpProxy;
  /** Where the product listens. */
  port: number;
}

interface NetworkParts {
  network: {
    /** The product for whoever does not use the network of the browser. */
    url: string;
    /**
     * Takes the connection away or gives it back. By the browser's own switch alone, a page that begins anew with a service
     * worker asks before it knows of it: behind the switch nothing is passed on.
     */
    cut(off: boolean): Promise<void>;
  };
}

/** A story whose browser reaches the product by a network that can be cut; its caller does not. */
export const test = story.extend<NetworkParts, { front: Front }>({
  front: [
    async ({}, use) => {
      const port = await freePort();
      const proxy = await openTcpProxy(host, port);
      await use({ proxy, port });
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  settings: async ({ front: { proxy, port } }, use) =>
    use({ EYRIE_PORT: String(port), EYRIE_PUBLIC_URL: `http://${host}:${proxy.port}` }),
  network: async ({ front: { proxy, port }, context }, use) => {
    await use({
      url: `http://${host}:${port}`,
      cut: async (off) => {
        proxy.become(off ? 'refused' : 'open');
        await context.setOffline(off);
      },
    });
    proxy.become('open');
  },
  caller: async ({ network, product }, use) => {
    // It has to have started.
    void product;
    await use(await signInCaller(network.url));
  },
});
