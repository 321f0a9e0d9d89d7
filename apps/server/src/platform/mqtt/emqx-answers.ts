import { limits } from '@eyrie/domain';
import { z } from 'zod';
import type { Denials } from './denials.ts';
import { secretMatches, type Directory, type DockBinding } from './directory.ts';
import type { EmqxAdmissions } from './emqx-admissions.ts';
import { createPerSecond } from './per-second.ts';
import type { RelayAccount } from './relays.ts';
import {
  dockTopics,
  droneTopics,
  judge,
  ofForeignDrone,
  openTopics,
  relayOf,
  relayTopics,
  serialNumber,
} from './topics.ts';
import type { Direction } from './topics.ts';

const { nameChars, passwordChars } = limits.emqx;
const client = {
  username: z.string().max(nameChars),
  clientid: z.string().max(nameChars),
  /** Address of the client; missing: the template of the question leaves it out. */
  peerhost: z.string().max(64).default(''),
};

/** What EMQX asks of a client that signs in, by the template of `deploy/emqx/eyrie.conf`. */
export const signInQuestion = z.object({ ...client, password: z.string().max(passwordChars) });
export type SignInQuestion = z.output<typeof signInQuestion>;

/** What it asks of a topic that a client would speak or listen on. */
export const topicQuestion = z.object({
  ...client,
  action: z.enum(['publish', 'subscribe']),
  topic: z.string().max(limits.broker.topicBytes),
  /** Rendered as text. Anything but `false` counts as a message that is to be kept. */
  retain: z.union([z.boolean(), z.string().max(8)]).default(''),
});
export type TopicQuestion = z.output<typeof topicQuestion>;

export type EmqxResult = 'allow' | 'deny' | 'ignore';

/** A rule that EMQX checks by itself for as long as the connection lasts (5.8 and newer; older ones ask instead). */
export interface EmqxRule {
  permission: 'allow';
  action: Direction;
  /** `eq` and the topic: neither wildcards nor placeholders count in it. */
  topic: string;
  /** Only messages that are not to be kept. */
  retain?: false;
}

export interface SignInAnswer {
  result: EmqxResult;
  is_superuser: false;
  acl?: EmqxRule[];
}

/** Names of accounts that EMQX keeps for the servers: as client ids they would push out a server. */
const reserved = /^eyrie(?:$|-)/;

const ruleOf = (action: Direction, topic: string): EmqxRule => ({
  permission: 'allow',
  action,
  topic: `eq ${topic}`,
  ...(action === 'publish' ? { retain: false as const } : {}),
});

const rulesOf = (topicsOf: (action: Direction) => readonly string[]): EmqxRule[] =>
  (['publish', 'subscribe'] as const).flatMap((action) =>
    topicsOf(action).map((topic) => ruleOf(action, topic)),
  );

/** What a device may do from its sign-in on: each topic that the rule of the embedded broker allows, and no other. */
export const deviceRules = (binding: Pick<DockBinding, 'sn' | 'open' | 'droneSns'>): EmqxRule[] =>
  rulesOf((action) =>
    [
      ...(binding.open ? openTopics : dockTopics)(binding.sn, action),
      ...[...binding.droneSns].flatMap((sn) => droneTopics(sn, action)),
    ].filter((topic) => judge(topic, action, binding) === 'allowed'),
  );

const relayRules = (sn: string): EmqxRule[] => rulesOf((action) => relayTopics(sn, action));

export interface EmqxAnswersDependencies {
  directory: Pick<Directory, 'find' | 'forget' | 'ownerOf' | 'claimOf'>;
  /** The account of a dock for its second connection, if it has one now. */
  relayAccount(sn: string): Promise<RelayAccount | undefined>;
  admissions: Pick<EmqxAdmissions, 'record'>;
  denials: Pick<Denials, 'note' | 'signedIn'>;
  /** User name of the servers at EMQX, which answers for it itself. */
  ownName: string;
  mono(): number;
}

/** Answers EMQX. Every method throws when the database is away: then there is no answer, and EMQX lets nobody in. */
export interface EmqxAnswers {
  signIn(question: SignInQuestion): Promise<SignInAnswer>;
  topic(question: TopicQuestion): Promise<{ result: EmqxResult }>;
}

/** A name may be looked up now: once in a while each, and few in all, for who is refused may come as often as it likes. */
const createSparing = (mono: () => number): ((name: string) => boolean) => {
  const lookedAt = new Map<string, number>();
  const mayLook = createPerSecond(mono, limits.emqx.claimsPerSecond);
  return (name) => {
    const now = mono();
    if (now - (lookedAt.get(name) ?? -Infinity) < limits.emqx.claimEvery || !mayLook()) return false;
    lookedAt.delete(name);
    lookedAt.set(name, now);
    const [oldest] = lookedAt.keys();
    if (lookedAt.size > limits.emqx.claimNames && oldest !== undefined) lookedAt.delete(oldest);
    return true;
  };
};

const refused: SignInAnswer = { result: 'deny', is_superuser: false };
const admitted = (acl: EmqxRule[]): SignInAnswer => ({ result: 'allow', is_superuser: false, acl });

/** Signs devices in by the accounts in our tables. */
const createSignIn = ({
  directory,
  relayAccount,
  admissions,
  denials,
  mono,
}: EmqxAnswersDependencies): {
  device(question: SignInQuestion): Promise<SignInAnswer>;
  relay(sn: string, question: SignInQuestion): Promise<SignInAnswer>;
} => {
  const mayLookUp = createSparing(mono);
  /** Whose record waits for this serial number with this secret. Without an answer nobody's is known. */
  const claimOf = async (sn: string, password: string): Promise<{ claim?: string }> => {
    if (!serialNumber.test(sn) || !mayLookUp(sn)) return {};
    const claim = await directory.claimOf(sn, Buffer.from(password)).catch(() => null);
    return claim === null ? {} : { claim };
  };
  return {
    async device({ username: sn, clientid, password, peerhost }) {
      const address = peerhost === '' ? null : peerhost;
      const known = serialNumber.test(sn) && !reserved.test(sn);
      const binding = known ? await directory.find(sn) : undefined;
      if (!binding || !secretMatches(Buffer.from(password), binding.secretHash)) {
        denials.note({ denied: 'deviceCredentials', sn, address, ...(await claimOf(sn, password)) });
        return refused;
      }
      // Under another client id it could push out another device, or a server.
      if (clientid !== sn) {
        denials.note({ denied: 'deviceIdentifier', sn, address });
        return refused;
      }
      const { oid: dockOID, secretHash, open } = binding;
      const droneSns = [...binding.droneSns];
      await admissions.record({ name: sn, dockOID, secretHash, relay: false, open, droneSns });
      denials.signedIn(sn);
      return admitted(deviceRules(binding));
    },
    async relay(sn, { username, clientid, password }) {
      const account = clientid === username ? await relayAccount(sn) : undefined;
      if (!account || !secretMatches(Buffer.from(password), account.secretHash)) return refused;
      await admissions.record({ name: username, ...account, relay: true, open: false, droneSns: [] });
      return admitted(relayRules(sn));
    },
  };
};

export const createEmqxAnswers = (deps: EmqxAnswersDependencies): EmqxAnswers => {
  const { directory, denials, ownName } = deps;
  const signIn = createSignIn(deps);

  /** By the rule of the embedded broker, on what the tables say now. */
  const decide = async (
    { action, topic }: TopicQuestion,
    binding: DockBinding,
  ): Promise<'allowed' | 'dropped' | 'denied'> => {
    const verdict = judge(topic, action, binding);
    if (typeof verdict === 'string') return verdict;
    // It may have been bound since: EMQX remembers an answer for a while, so that an old one would last.
    directory.forget(binding.sn);
    const now = await directory.find(binding.sn);
    if (now?.droneSns.has(verdict.drone)) return 'allowed';
    return ofForeignDrone(await directory.ownerOf(verdict.drone), now ?? binding);
  };

  const ofDevice = async (question: TopicQuestion): Promise<EmqxResult> => {
    const { username: sn, action, topic, retain, peerhost } = question;
    const binding = serialNumber.test(sn) ? await directory.find(sn) : undefined;
    if (!binding) return 'deny';
    const kept = action === 'publish' && String(retain) !== 'false';
    const decision = kept ? 'denied' : await decide(question, binding);
    if (decision === 'denied')
      denials.note({
        denied: action === 'publish' ? 'devicePublish' : 'deviceSubscribe',
        sn,
        address: peerhost === '' ? null : peerhost,
        topic: kept ? `${topic} (retained)` : topic,
      });
    return decision === 'allowed' ? 'allow' : 'deny';
  };

  const ofRelay = (sn: string, { action, topic, retain }: TopicQuestion): EmqxResult => {
    const kept = action === 'publish' && String(retain) !== 'false';
    return !kept && relayTopics(sn, action).includes(topic) ? 'allow' : 'deny';
  };

  return {
    async signIn(question) {
      if (question.username === ownName) return { result: 'ignore', is_superuser: false };
      const relay = relayOf(question.username);
      return relay === null ? signIn.device(question) : signIn.relay(relay, question);
    },
    async topic(question) {
      if (question.username === ownName) return { result: 'ignore' };
      if (question.clientid !== question.username) return { result: 'deny' };
      const relay = relayOf(question.username);
      return { result: relay === null ? await ofDevice(question) : ofRelay(relay, question) };
    },
  };
};
