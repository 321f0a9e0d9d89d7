import {
  connectionEnd,
  lastOf,
  nestsDeeper,
  saidAs,
  type OpenConnection,
  type OpenSaid,
} from './exchange.ts';
import {
  openDeviceLimits,
  openDeviceSubscribes,
  openDeviceTopic,
  type OpenDeviceUp,
  type OpenState,
} from './open-device.ts';
import { broken, inSeconds, kept, notChecked, type OpenFacts, type OpenJudgement } from './verdict.ts';

/** States are watched at least this long, ms, and a network may delay one by so much. */
export const openWatch = { atLeast: 10_000, delay: 1_000 } as const;

const allPublished = ({ connections }: OpenFacts) => connections.flatMap(({ published }) => published);
const nothingSaid = 'the device said nothing';

export function checkSignIn({ exchange, connections }: OpenFacts): OpenJudgement {
  if (connections.length > 0) return kept(`it signed in as ${exchange.sn}`);
  const refused = exchange.entries.find((entry) => entry.kind === 'signInRefused');
  if (refused?.kind !== 'signInRefused') return broken('no device connected in time');
  return broken(`it signed in as ${refused.userName ?? 'nobody'} and was refused: ${refused.why}`);
}

/** Whether a connection begins with a valid hello. */
export function checkGreeting({ published, said }: OpenConnection): OpenJudgement {
  // What a client repeats by itself after a cut comes before anything that the device can say.
  const first = published.find(({ dup }) => !dup);
  const hello = said.find(({ text }) => text === first?.text);
  if (!first) return broken('it connected and said nothing');
  if (hello?.last !== 'hello' || hello.text !== first.text)
    return broken(`the first message came on ${first.topic}`, first.text);
  if (hello.fault !== null) return broken(`the hello does not fit: ${hello.fault}`, hello.text);
  return kept('hello came first and fits');
}

export function checkHello({ exchange, connections, hello }: OpenFacts): OpenJudgement {
  const first = connections[0];
  if (!first) return notChecked('no device connected');
  const greeting = checkGreeting(first);
  if (greeting.result !== 'ok' || !hello) return greeting;
  if (exchange.kind !== undefined && hello.kind !== exchange.kind)
    return broken(`it says that it is a ${hello.kind}, not a ${exchange.kind}`, JSON.stringify(hello));
  return greeting;
}

export function checkTopics(facts: OpenFacts): OpenJudgement {
  const { sn, entries } = facts.exchange;
  const published = allPublished(facts);
  const outside = published.find(({ topic }) => lastOf(sn, topic) === undefined);
  if (outside) return broken(`it published on ${outside.topic}`, outside.text);
  const own = openDeviceSubscribes.map((last) => openDeviceTopic(sn, last));
  const asked = new Set(entries.flatMap((entry) => (entry.kind === 'subscribed' ? [entry.topic] : [])));
  const foreign = [...asked].find((topic) => !own.includes(topic));
  if (foreign !== undefined) return broken(`it subscribed to ${foreign}`);
  if (published.length === 0) return notChecked(nothingSaid);
  const missing = own.find((topic) => !asked.has(topic));
  if (missing !== undefined) return broken(`it did not subscribe to ${missing}`);
  return kept(`${published.length} messages came on its own topics`);
}

export function checkRetained(facts: OpenFacts): OpenJudgement {
  const signedIn = facts.exchange.entries.find((entry) => entry.kind === 'signedIn' && entry.will !== null);
  if (signedIn?.kind === 'signedIn') return broken(`it left a will on ${signedIn.will}`);
  const retained = allPublished(facts).find((one) => one.retained);
  if (retained) return broken(`a message on ${retained.topic} is retained`, retained.text);
  return allPublished(facts).length > 0 ? kept('no message is retained') : notChecked(nothingSaid);
}

export function checkQos(facts: OpenFacts): OpenJudgement {
  const { sn } = facts.exchange;
  const wrong = allPublished(facts).find(({ topic, qos }) => {
    const last = lastOf(sn, topic);
    return last !== undefined && qos !== (last === 'state' ? 0 : 1);
  });
  if (wrong) return broken(`a message on ${wrong.topic} came at QoS ${wrong.qos}`, wrong.text);
  return allPublished(facts).length > 0 ? kept('every message came at its QoS') : notChecked(nothingSaid);
}

const tooDeep = (text: string): boolean => {
  try {
    return nestsDeeper(JSON.parse(text), openDeviceLimits.depth);
  } catch {
    return false;
  }
};

export function checkSize(facts: OpenFacts): OpenJudgement {
  const published = allPublished(facts);
  const huge = facts.exchange.entries.find((entry) => entry.kind === 'tooLarge');
  if (huge?.kind === 'tooLarge') return broken(`a packet has ${huge.bytes} bytes`);
  const long = published.find(({ bytes }) => bytes > openDeviceLimits.messageBytes);
  if (long) return broken(`a message on ${long.topic} has ${long.bytes} bytes`, long.text);
  const deep = published.find(({ text }) => tooDeep(text));
  if (deep) return broken(`a message on ${deep.topic} nests too deep`, deep.text);
  if (published.length === 0) return notChecked(nothingSaid);
  return kept(`the longest message has ${Math.max(...published.map(({ bytes }) => bytes))} bytes`);
}

const saidOf = ({ connections }: OpenFacts, kinds: readonly OpenDeviceUp[]): OpenSaid[] =>
  connections.flatMap(({ said }) => said).filter(({ last }) => kinds.includes(last));

function checkFit(facts: OpenFacts, kinds: readonly OpenDeviceUp[]): OpenJudgement {
  const said = saidOf(facts, kinds);
  const wrong = said.find(({ fault }) => fault !== null);
  if (wrong) return broken(`the ${wrong.last} does not fit: ${wrong.fault}`, wrong.text);
  return said.length > 0 ? kept(`${said.length} fit`) : notChecked('none was sent');
}

export const checkShapes = (facts: OpenFacts): OpenJudgement => checkFit(facts, ['hello', 'ack', 'progress']);
export const checkAlarms = (facts: OpenFacts): OpenJudgement => checkFit(facts, ['alarms']);

/** What a device knows all the time once it has said it; a message without it was a difference to the one before. */
const lasting = [
  'place',
  'heading',
  'percent',
  'mileage',
  'runningTime',
  'dock',
] as const satisfies (keyof OpenState)[];

/** A field that is left out of one state and back in the next. */
function leftOut(states: readonly OpenSaid<'state'>[]): { field: string; text: string } | null {
  for (const [index, { body, text }] of states.entries()) {
    const before = states[index - 1]?.body;
    const after = states[index + 1]?.body;
    const field = lasting.find(
      (name) => before?.[name] !== undefined && body?.[name] === undefined && after?.[name] !== undefined,
    );
    if (field !== undefined) return { field, text };
  }
  return null;
}

export function checkState(facts: OpenFacts): OpenJudgement {
  const fit = checkFit(facts, ['state']);
  if (fit.result !== 'ok') return fit;
  const states = saidAs(facts.connections, 'state');
  const partial = leftOut(states);
  if (partial) return broken(`a state leaves out ${partial.field}, which the next one has`, partial.text);
  const bare = facts.hello?.kind === 'dock' ? states.find(({ body }) => body.dock === undefined) : undefined;
  return bare ? broken('a state of a dock says nothing of the dock', bare.text) : fit;
}

export function checkHeartbeat({ exchange, connections }: OpenFacts): OpenJudgement {
  let longest = 0;
  let late = false;
  let watched = 0;
  for (const connection of connections) {
    const welcomed = connection.welcomes.find(({ welcome }) => welcome.accepted);
    if (!welcomed) continue;
    const from = welcomed.at;
    const end = connectionEnd(exchange, connection);
    const states = connection.said.filter(({ last, at }) => last === 'state' && at >= from);
    const moments = [from, ...states.map(({ at }) => at), end];
    for (const [index, moment] of moments.entries())
      longest = Math.max(longest, (moments[index + 1] ?? moment) - moment);
    late ||= longest > welcomed.welcome.heartbeat + openWatch.delay;
    watched = Math.max(watched, end - from);
  }
  if (late) return broken(`nothing was said for ${inSeconds(longest)}`);
  if (watched < openWatch.atLeast) return notChecked(`states were watched for ${inSeconds(watched)} only`);
  return kept(`the longest silence was ${inSeconds(longest)}`);
}

export function checkSeq({ connections }: OpenFacts): OpenJudgement {
  let pairs = 0;
  for (const connection of connections) {
    const states = saidAs([connection], 'state');
    for (const [index, state] of states.entries()) {
      const before = states[index - 1];
      if (!before) continue;
      pairs += 1;
      if (state.body.seq <= before.body.seq)
        return broken(`${state.body.seq} came after ${before.body.seq}`, state.text);
    }
  }
  return pairs > 0 ? kept(`it rose ${pairs} times`) : notChecked('fewer than two states came');
}

export function checkClock({ connections }: OpenFacts): OpenJudgement {
  // Where the trial gave another time on purpose a device may have set its clock by it.
  const honest = connections.filter(({ welcomes }) =>
    welcomes.every(({ at, welcome }) => Math.abs(welcome.serverTime - at) < openWatch.delay),
  );
  const timed = [...saidAs(honest, 'hello'), ...saidAs(honest, 'state')];
  const off = timed.map((one) => ({ one, by: Math.abs(one.body.at - one.at) }));
  const worst = off.toSorted((a, b) => b.by - a.by)[0];
  if (!worst) return notChecked('no message with a time came');
  if (worst.by > openDeviceLimits.clockDifference)
    return broken(`its clock is ${inSeconds(worst.by)} off`, worst.one.text);
  return kept(`its clock is at most ${inSeconds(worst.by)} off`);
}
