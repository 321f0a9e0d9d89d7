/** Consoles in a process of their own: connections as pages of the product have them, which read everything that it sends them. */
import { appearanceCalls, consoleSubscriptions, liveCredential } from '@eyrie/domain';
import { connectAsync } from 'mqtt';
import { callAt } from '../../apps/server/src/testing/caller.ts';

export interface CrowdMember {
  token: string;
  oid: string;
  groupRoot: string;
}
export interface CrowdAsked {
  url: string;
  members: readonly CrowdMember[];
  /** Of each session. */
  consoles: number;
}
/** How many are connected, and how many messages each has received since it was asked last. */
export interface CrowdReport {
  up: number;
  received: number[];
}

const received: number[] = [];
const connected = new Set<number>();

const open = async (url: string, { token, oid, groupRoot }: CrowdMember): Promise<void> => {
  const index = received.push(0) - 1;
  const { status, data, message } = await callAt(url, token, appearanceCalls.screenConfig);
  if (status !== 200) throw new Error(message);
  const credential = liveCredential.parse(JSON.parse(data as string));
  const address = new URL(credential.url, url);
  address.protocol = 'ws:';
  const client = await connectAsync(address.href, {
    protocolVersion: 4,
    clientId: credential.clientId,
    username: credential.account,
    password: credential.password,
    reconnectPeriod: 0,
  });
  client.on('message', () => {
    received[index] = (received[index] ?? 0) + 1;
  });
  client.on('close', () => void connected.delete(index));
  await client.subscribeAsync(consoleSubscriptions(groupRoot, oid), { qos: 0 });
  connected.add(index);
};

process.on('message', (asked: CrowdAsked | 'report') => {
  if (asked === 'report') {
    process.send?.({ up: connected.size, received: received.slice() } satisfies CrowdReport);
    received.fill(0);
    return;
  }
  for (const member of asked.members)
    for (let count = 0; count < asked.consoles; count += 1)
      open(asked.url, member).catch((error: unknown) => console.error(error));
});
process.on('disconnect', () => process.exit(0));
