import { openDeviceLimits } from './open-device.ts';

const seconds = (ms: number): string => `${ms / 1_000} s`;
const { heartbeat, ackWithin, clockDifference, messageBytes, depth } = openDeviceLimits;

/** The rules of the contract in words, by an id that stays. Each is judged by itself. */
export const openRules = {
  signIn: 'A device signs in with its serial number as user name and its secret as password.',
  hello: 'The first message of every connection is a valid hello; nothing else counts before its welcome.',
  topics:
    'A device publishes and subscribes on the topics of this contract under its own serial number only.',
  notRetained: 'No message is retained, and none is left behind as a will.',
  qos: 'State is published at QoS 0; hello, ack, progress and alarms are published at QoS 1.',
  size: `A message has at most ${messageBytes} bytes, and its JSON nests at most ${depth} deep.`,
  shapes: 'Every hello, ack and progress fits its shape.',
  state: 'Every state fits its shape and is whole: what is known is said each time.',
  heartbeat: `State is said at least every ${seconds(heartbeat)} from the welcome on.`,
  seq: 'The number of a state rises with every state of a connection.',
  clock: `The clock of a device differs from that of the server by at most ${seconds(clockDifference)}.`,
  alarms: 'An alarm message fits its shape and names all alarms that stand.',
  ackWithin: `Every command is answered within ${seconds(ackWithin)}.`,
  expired: 'A command that has expired is rejected as expired and not carried out.',
  serverTime: 'Whether a command has expired is judged by the time of the server that came with the welcome.',
  once: 'A command that comes again under its id is answered the same again and carried out once.',
  unknownCommand: 'A command of an unknown name is rejected as unknownCommand.',
  invalidArguments: 'A command with arguments that do not fit is rejected as invalidArguments.',
  ownCommands:
    'A command that the hello does not name is rejected as unknownCommand or notAble, and not carried out.',
  finalState: 'The progress of an accepted command ends in exactly one of done, failed or cancelled.',
  stop: `A stop ends whatever moves within ${seconds(ackWithin)} and cancels the command that runs.`,
  helloAgain: 'After its connection was cut a device comes back and says hello again.',
  nothingResumed: 'After its connection was cut a device resumes no command by itself.',
  refusedWelcome: 'A device whose hello was refused carries out no command.',
} as const;
export type OpenRule = keyof typeof openRules;
export const openRuleIds = Object.keys(openRules) as OpenRule[];
