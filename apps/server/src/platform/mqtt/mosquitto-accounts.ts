import { limits } from '@eyrie/domain';
import { BrokerDownError } from './client.ts';
import type { BrokerClient } from './client.ts';
import type { DeviceAccounts } from './device-accounts.ts';
import {
  dynamicSecurity,
  type Command,
  type DynamicSecurity,
  type HeldRule,
  type Response,
  type Step,
} from './dynamic-security.ts';
import { keptIdentity, type KeptIdentity } from './mosquitto-identity.ts';
import { rule, rulesOf, sameRules, setClientRoles, setRole, type AclRule } from './mosquitto-roles.ts';
import {
  dockTopics,
  droneTopics,
  openTopics,
  relayName,
  relayTopics,
  serialNumber,
  serverTopics,
} from './topics.ts';

const SERVER_ROLE = 'eyrie-server';
const PREPARE_TRIES = 3;
/** Names of clients in one answer, so that it stays a message of some ten kilobytes. */
const namesAtOnce = 500;

/** What holds where no rule says anything. */
const defaults = [
  ...['publishClientSend', 'publishClientReceive', 'subscribe'].map((acltype) => ({ acltype, allow: false })),
  { acltype: 'unsubscribe', allow: true },
];

/** Names of all clients that the broker knows. Changes meanwhile may hide or double one: it is asked again later. */
const clientNames = async ({ execute }: DynamicSecurity): Promise<Set<string>> => {
  const names = new Set<string>();
  for (let offset = 0; ; offset += namesAtOnce) {
    const page = { command: 'listClients', verbose: false, count: namesAtOnce, offset };
    const { clients = [], totalCount = 0 } = (await execute(page)).data ?? {};
    for (const name of clients) names.add(name);
    if (clients.length === 0 || offset + clients.length >= totalCount) return names;
  }
};

async function prepareOnce(security: DynamicSecurity, ownName: string): Promise<void> {
  const held = (await security.execute({ command: 'getDefaultACLAccess' })).data?.acls ?? [];
  const isSo = ({ acltype, allow }: (typeof defaults)[number]): boolean =>
    held.some((one) => one.acltype === acltype && one.allow === allow);
  if (!defaults.every(isSo)) await security.execute({ command: 'setDefaultACLAccess', acls: defaults });
  const heard = serverTopics.flatMap((topic) => [
    rule('subscribePattern', topic),
    rule('publishClientReceive', topic),
  ]);
  await setRole(security, SERVER_ROLE, [
    ...serverTopics.map((topic) => rule('publishClientSend', topic)),
    ...heard,
  ]);
  await setClientRoles(security, ownName, [SERVER_ROLE], true);
}

async function prepareWithPatience(
  client: BrokerClient,
  security: DynamicSecurity,
  ownName: string,
): Promise<void> {
  for (let left = PREPARE_TRIES; ; left -= 1) {
    try {
      return await prepareOnce(security, ownName);
    } catch (error) {
      // Our own role was changed, and with it our connection ended: what is done is not done again.
      if (!(error instanceof BrokerDownError) || left === 0) throw error;
      await client.untilUp(limits.broker.clientConnect);
    }
  }
}

const check = (sn: string): string => {
  if (!serialNumber.test(sn)) throw new Error(`not a serial number: ${sn}`);
  return sn;
};
const roleOf = (sn: string): string => `eyrie-dock-${sn}`;
const relayRoleOf = (sn: string): string => `eyrie-drc-${sn}`;
/** Docks that were registered by releases before this one have the rules of their aircraft in a role of its own. */
const droneRoleOf = (sn: string): string => `eyrie-drone-of-${sn}`;

const droneRules = (droneSn: string): AclRule[] =>
  rulesOf(droneTopics(check(droneSn), 'publish'), droneTopics(droneSn, 'subscribe'));

/** Rules of a dock's role that are those of its aircraft: on topics without the dock's own serial number. */
const rulesOfDrone = (held: readonly HeldRule[], sn: string): AclRule[] =>
  held
    .filter(({ topic }) => !topic.split('/').includes(sn))
    .map(({ acltype, topic }) => rule(acltype as AclRule['acltype'], topic));

interface Held {
  /** Roles of the client, by name; undefined: there is no such client. */
  roles: string[] | undefined;
  /** Rules of its own role; undefined: there is no such role. */
  rules: HeldRule[] | undefined;
}

/** What the broker has of a device, asked in one message that changes nothing. */
const heldOf = async ({ executeAll }: DynamicSecurity, username: string, rolename: string): Promise<Held> => {
  const [client, role] = await executeAll([
    { command: { command: 'getClient', username }, fine: /not found/i },
    { command: { command: 'getRole', rolename }, fine: /not found/i },
  ]);
  return {
    roles: client?.data?.client?.roles.map((one) => one.rolename),
    rules: role?.data?.role?.acls,
  };
};

/** The command that gives a role its rules, none where it has them: whoever holds a changed role is disconnected. */
const roleStep = (rolename: string, acls: AclRule[], held: readonly HeldRule[] | undefined): Step[] => {
  if (!held) return [{ command: { command: 'createRole', rolename, acls }, fine: /already exists/ }];
  return sameRules(held, acls) ? [] : [{ command: { command: 'modifyRole', rolename, acls } }];
};

/**
 * Makes a device's account what it shall be, in one message: a new one is a role and a client, and nothing is written that is
 * so already, because each change makes the broker write its whole file and ends the device's connection.
 */
const ensureAccount = async (
  security: DynamicSecurity,
  {
    username,
    rolename,
    acls,
    secret,
    held,
  }: {
    username: string;
    rolename: string;
    acls: AclRule[];
    secret: string | undefined;
    held: Held;
  },
): Promise<void> => {
  const keeps = held.roles?.includes(droneRoleOf(username)) ? [droneRoleOf(username)] : [];
  const wanted = [rolename, ...keeps];
  const roles = wanted.map((name) => ({ rolename: name }));
  const steps = roleStep(rolename, acls, held.rules);
  const password = secret === undefined ? {} : { password: secret };
  const change: Step = { command: { command: 'modifyClient', username, ...password, roles } };
  if (held.roles === undefined && secret !== undefined) {
    const created = { command: 'createClient', username, password: secret, roles };
    const answers = await security.executeAll([...steps, { command: created, fine: /already exists/ }]);
    // Another server was there between: what it made has its secret, and the one of this call is the newer.
    if (answers.at(-1)?.error !== undefined) await security.executeAll([change]);
    return;
  }
  const right =
    held.roles?.length === wanted.length && wanted.every((name) => held.roles?.includes(name) === true);
  await security.executeAll(right && secret === undefined ? steps : [...steps, change]);
};

/**
 * Accounts in an outside Mosquitto 2 through its dynamic-security plugin. The server's own account must be the
 * plugin's administrator. Each dock is a client with a role, which holds the rules of the dock and of its aircraft.
 */
export function mosquittoAccounts(
  client: BrokerClient,
  ownName: string,
): DeviceAccounts & {
  /** Denies everything by default and gives the server's own account its topics, where that is not so already. */
  prepare(): Promise<void>;
  /** Those of the devices that have no account at the broker. */
  missing(sns: readonly string[]): Promise<string[]>;
  /** Ends the connection of a dock, which may come back at once. */
  disconnect(sn: string): Promise<void>;
  /** The identity that the broker keeps beside its accounts. */
  identity: KeptIdentity;
} {
  const security = dynamicSecurity(client);
  const { execute, executeAll } = security;
  const bindDrone = async (sn: string, droneSn: string | undefined): Promise<void> => {
    const rolename = roleOf(check(sn));
    const rules = droneSn === undefined ? [] : droneRules(droneSn);
    const { roles, rules: held } = await heldOf(security, sn, rolename);
    if (roles?.includes(droneRoleOf(sn))) return setRole(security, droneRoleOf(sn), rules);
    // A device without an account speaks for nobody; its account comes with its aircraft.
    if (!held) return;
    const own = held.filter(({ topic }) => topic.split('/').includes(sn));
    const acls = [...own.map(({ acltype, topic }) => rule(acltype as AclRule['acltype'], topic)), ...rules];
    await executeAll(roleStep(rolename, acls, held));
  };
  const gone = (commands: readonly Command[]): Promise<Response[]> =>
    executeAll(commands.map((command) => ({ command, fine: /not found/i })));

  return {
    prepare: async () => {
      try {
        await prepareWithPatience(client, security, ownName);
      } catch (error) {
        // A broker that refuses this topic by hanging up would do so at every sign-in from now on.
        await security.hangUp();
        throw error;
      }
    },
    missing: async (sns) => {
      const names = await clientNames(security);
      return sns.filter((sn) => !names.has(sn));
    },
    ensureDock: async (sn, secret, wire = 'cloud', droneSn) => {
      const rolename = roleOf(check(sn));
      const topicsOf = wire === 'open' ? openTopics : dockTopics;
      const held = await heldOf(security, sn, rolename);
      const drone = droneSn === undefined ? rulesOfDrone(held.rules ?? [], sn) : droneRules(droneSn);
      const acls = [...rulesOf(topicsOf(sn, 'publish'), topicsOf(sn, 'subscribe')), ...drone];
      await ensureAccount(security, { username: sn, rolename, acls, secret, held });
    },
    bindDrone,
    bindDrones: async (bindings) => {
      for (const { sn, droneSn } of bindings) await bindDrone(sn, droneSn);
    },
    identity: keptIdentity(client, security),
    // A change of nothing: the plugin disconnects whoever is changed, and writes its file once.
    disconnect: async (sn) => {
      await execute({ command: 'modifyClient', username: check(sn) }, /not found/i);
    },
    suspendDock: async (sn) => {
      await execute({ command: 'disableClient', username: check(sn) }, /not found/i);
    },
    resumeDock: async (sn) => {
      await execute({ command: 'enableClient', username: check(sn) }, /not found/i);
    },
    admitRelay: async (sn, password) => {
      const [username, rolename] = [relayName(check(sn)), relayRoleOf(sn)];
      const acls = rulesOf(relayTopics(sn, 'publish'), relayTopics(sn, 'subscribe'));
      const held = await heldOf(security, username, rolename);
      await ensureAccount(security, { username, rolename, acls, secret: password, held });
      return true;
    },
    dismissRelay: async (sn) => {
      await gone([{ command: 'deleteClient', username: relayName(check(sn)) }]);
    },
    removeDock: async (sn) => {
      await gone([
        { command: 'deleteClient', username: relayName(check(sn)) },
        { command: 'deleteRole', rolename: relayRoleOf(sn) },
        { command: 'deleteClient', username: sn },
        { command: 'deleteRole', rolename: roleOf(sn) },
        { command: 'deleteRole', rolename: droneRoleOf(sn) },
      ]);
    },
  };
}
