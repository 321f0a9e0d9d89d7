import {
  openDeviceLimits,
  openDevicePublishes,
  openDeviceSubscribes,
  openDeviceTopic,
  openDeviceVersion,
  openExamples,
  openCommands,
  openMessages,
  openRules,
  type OpenDeviceDown,
  type OpenDeviceUp,
} from '@eyrie/domain';
import { schemaOf } from './openapi.ts';

type OpenMessageKind = OpenDeviceUp | OpenDeviceDown;

interface MessageWords {
  title: string;
  summary: string;
  qos: 0 | 1;
}

/** What a schema cannot say of a message. */
export const openMessageWords: Readonly<Record<OpenMessageKind, MessageWords>> = {
  hello: {
    title: 'Hello',
    summary: 'The first message of a connection: what the device is and can do',
    qos: 1,
  },
  state: { title: 'State', summary: 'How the device is now, whole each time', qos: 0 },
  ack: { title: 'Acknowledgement', summary: 'The answer to a command; no outcome yet', qos: 1 },
  progress: { title: 'Progress', summary: 'How an accepted command goes on and how it ended', qos: 1 },
  alarms: { title: 'Alarms', summary: 'All alarms that stand now', qos: 1 },
  welcome: { title: 'Welcome', summary: 'The answer to a hello, with the time of the server', qos: 1 },
  command: {
    title: 'Command',
    summary:
      'One order with an id and a time to live; sent once, never retained. The schema of its arguments is called by its name: goToArguments',
    qos: 0,
  },
};

const kinds: readonly OpenMessageKind[] = [...openDevicePublishes, ...openDeviceSubscribes];

const description = [
  'The contract by which robots and docks of any vendor speak with Eyrie over MQTT 3.1.1 or 5.',
  'A device connects, says hello, waits for its welcome, says its state on every heartbeat and carries out commands.',
  `A channel of another version than ${openDeviceVersion} has another number in its address.`,
  '',
  '## Rules',
  '',
  ...Object.entries(openRules).map(([rule, sentence]) => `- **${rule}**: ${sentence}`),
  '',
  '`eyrie conformance` tries each rule on a device, by these names.',
].join('\n');

const messageOf = (kind: OpenMessageKind) => ({
  name: kind,
  title: openMessageWords[kind].title,
  summary: openMessageWords[kind].summary,
  contentType: 'application/json',
  // What a device sends is read with tolerance, what it receives is complete.
  payload: schemaOf(openMessages[kind], 'input'),
  examples: openExamples[kind].map((payload, index) => ({ name: `${kind}${index + 1}`, payload })),
});

const channelOf = (kind: OpenMessageKind) => ({
  address: openDeviceTopic('{sn}', kind),
  title: openMessageWords[kind].title,
  parameters: { sn: { $ref: '#/components/parameters/sn' } },
  messages: { [kind]: { $ref: `#/components/messages/${kind}` } },
});

/** Directions are those of the device: it sends what it publishes. */
const operationOf = (kind: OpenMessageKind, action: 'send' | 'receive') => ({
  action,
  channel: { $ref: `#/channels/${kind}` },
  title: `${action === 'send' ? 'The device sends' : 'The device receives'}: ${kind}`,
  messages: [{ $ref: `#/channels/${kind}/messages/${kind}` }],
  bindings: { mqtt: { qos: openMessageWords[kind].qos, retain: false, bindingVersion: '0.2.0' } },
});

const named = <T>(names: readonly OpenMessageKind[], make: (kind: OpenMessageKind) => T): Record<string, T> =>
  Object.fromEntries(names.map((kind) => [kind, make(kind)]));

/** Where devices connect: `mqtt` or `mqtts`, a host, and a port. */
export const serverOf = (address: string) => {
  const { protocol, host } = new URL(address === '' ? 'mqtt://localhost' : address);
  const secure = ['mqtts:', 'ssl:', 'tls:'].includes(protocol);
  return {
    host,
    protocol: secure ? 'secure-mqtt' : 'mqtt',
    protocolVersion: '3.1.1',
    description: 'The broker of this server. The client id is the serial number; no session is kept.',
    security: [{ $ref: '#/components/securitySchemes/device' }],
    bindings: {
      mqtt: { clientId: '{sn}', cleanSession: true, keepAlive: 30, bindingVersion: '0.2.0' },
    },
  };
};

/** The contract of open devices as AsyncAPI 3, made from the declarations by which their messages are read. */
export const asyncApi = (version: string, address: string): Record<string, unknown> => ({
  asyncapi: '3.0.0',
  info: { title: 'Eyrie open devices', version, license: { name: 'Apache-2.0' }, description },
  defaultContentType: 'application/json',
  servers: { broker: serverOf(address) },
  channels: named(kinds, channelOf),
  operations: {
    ...named(openDevicePublishes, (kind) => operationOf(kind, 'send')),
    ...named(openDeviceSubscribes, (kind) => operationOf(kind, 'receive')),
  },
  components: {
    parameters: { sn: { description: 'Serial number of the device: 4 to 64 of A-Z a-z 0-9 _ -' } },
    messages: named(kinds, messageOf),
    schemas: Object.fromEntries(
      Object.entries(openCommands).map(([name, schema]) => [`${name}Arguments`, schemaOf(schema, 'input')]),
    ),
    securitySchemes: {
      device: {
        type: 'userPassword',
        description:
          'User name: the serial number. Password: the secret that is shown once when the device is registered.',
      },
    },
  },
  'x-limits': openDeviceLimits,
});
