import { limits } from '@eyrie/domain';
import { z } from 'zod';
import { BrokerDownError } from './client.ts';
import type { BrokerClient } from './client.ts';
import type { DeviceAccounts } from './device-accounts.ts';
import { dockTopics, droneTopics, serialNumber } from './topics.ts';

const CONTROL = '$CONTROL/dynamic-security/v1';
const SERVER_ROLE = 'eyrie-server';
const PREPARE_TRIES = 3;

const ruleShape = z.object({
  acltype: z.string(),
  topic: z.string(),
  priority: z.number(),
  allow: z.boolean(),
});

const responseShape = z.object({
  correlationData: z.string().optional(),
  error: z.string().optional(),
  data: z
    .object({
      role: z.object({ acls: z.array(ruleShape) }).optional(),
      client: z.object({ roles: z.array(z.object({ rolename: z.string() })) }).optional(),
    })
    .optional(),
});
type Response = z.infer<typeof responseShape>;

const responsesShape = z.object({ responses: z.array(responseShape) });

interface AclRule {
  acltype:
    | 'publishClientSend'
    | 'publishClientReceive'
    | 'subscribeLiteral'
    | 'subscribePattern'
    | 'unsubscribePattern';
  topic: string;
  priority: number;
  allow: boolean;
}

type Command = { command: string } & Record<string, unknown>;

const rule = (acltype: AclRule['acltype'], topic: string): AclRule => ({
  acltype,
  topic,
  priority: 0,
  allow: true,
});

/** The table of `topics.ts` in the words of the plugin. What is not listed is denied by default. */
function rulesOf(speaks: readonly string[], hears: readonly string[]): AclRule[] {
  return [
    ...speaks.map((topic) => rule('publishClientSend', topic)),
    ...hears.flatMap((topic) => [rule('subscribeLiteral', topic), rule('publishClientReceive', topic)]),
  ];
}

const sameRules = (held: readonly z.infer<typeof ruleShape>[], wanted: readonly AclRule[]): boolean => {
  const text = (one: z.infer<typeof ruleShape>): string => `${one.acltype} ${one.topic} ${one.allow}`;
  return held.map(text).toSorted().join('\n') === wanted.map(text).toSorted().join('\n');
};

/**
 * Accounts in an outside Mosquitto 2 through its dynamic-security plugin. The server's own account must be the
 * plugin's administrator. Each dock is a client with a role for itself, and one for its aircraft.
 */
export function mosquittoAccounts(
  client: BrokerClient,
  ownName: string,
): DeviceAccounts & {
  /** Denies everything by default and gives the server's own account its topics; once after each start. */
  prepare(): Promise<void>;
} {
  const waiting = new Map<string, (response: Response) => void>();
  let next = 0;
  client.onMessage((topic, payload) => {
    if (topic !== `${CONTROL}/response`) return;
    for (const response of responsesShape.parse(JSON.parse(payload.toString())).responses) {
      waiting.get(response.correlationData ?? '')?.(response);
    }
  });

  /** Gives one command; errors that say "it is already so" are fine. */
  async function tell(command: Command, fine: RegExp = /^$/): Promise<Response> {
    await client.subscribe([`${CONTROL}/response`]);
    next += 1;
    const correlationData = `${process.pid}-${next}`;
    const answer = new Promise<Response>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the broker does not answer ${command.command}`)),
        limits.broker.clientConnect,
      );
      waiting.set(correlationData, (response) => {
        clearTimeout(timer);
        const { error } = response;
        if (error === undefined || fine.test(error)) resolve(response);
        else reject(new Error(`the broker refuses ${command.command}: ${error}`));
      });
    });
    answer.catch(() => undefined);
    try {
      await client.publish(CONTROL, JSON.stringify({ commands: [{ ...command, correlationData }] }), {
        qos: 1,
      });
      return await answer;
    } finally {
      waiting.delete(correlationData);
    }
  }

  /** The plugin disconnects everybody who holds a changed role: a role that is right already is left alone. */
  async function setRole(rolename: string, acls: AclRule[]): Promise<void> {
    const found = (await tell({ command: 'getRole', rolename }, /not found/i)).data?.role;
    if (found && sameRules(found.acls, acls)) return;
    if (!found) await tell({ command: 'createRole', rolename, acls }, /already exists/);
    else await tell({ command: 'modifyRole', rolename, acls });
  }

  async function setClientRoles(
    username: string,
    wanted: readonly string[],
    keepOthers: boolean,
  ): Promise<void> {
    const found = (await tell({ command: 'getClient', username }, /not found/i)).data?.client?.roles ?? [];
    const held = found.map((role) => role.rolename);
    if (wanted.every((name) => held.includes(name)) && (keepOthers || held.length === wanted.length)) return;
    const roles = [...new Set(keepOthers ? [...held, ...wanted] : wanted)].map((rolename) => ({ rolename }));
    await tell({ command: 'modifyClient', username, roles });
  }

  async function prepareOnce(): Promise<void> {
    const types = ['publishClientSend', 'publishClientReceive', 'subscribe'];
    const acls = types.map((acltype) => ({ acltype, allow: false }));
    await tell({ command: 'setDefaultACLAccess', acls: [...acls, { acltype: 'unsubscribe', allow: true }] });
    const all = ['thing/#', 'sys/#', 'INFO/#', 'SEQ/#', 'USER/#', 'eyrie/#'];
    const heard = all.flatMap((topic) => [
      rule('subscribePattern', topic),
      rule('publishClientReceive', topic),
    ]);
    await setRole(SERVER_ROLE, [...all.map((topic) => rule('publishClientSend', topic)), ...heard]);
    await setClientRoles(ownName, [SERVER_ROLE], true);
  }

  async function prepareWithPatience(): Promise<void> {
    for (let left = PREPARE_TRIES; ; left -= 1) {
      try {
        return await prepareOnce();
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
  const droneRoleOf = (sn: string): string => `eyrie-drone-of-${sn}`;

  return {
    prepare: async () => {
      try {
        await prepareWithPatience();
      } catch (error) {
        // A broker that refuses this topic by hanging up would do so at every sign-in from now on.
        await client.unsubscribe([`${CONTROL}/response`]);
        throw error;
      }
    },
    ensureDock: async (sn, secret) => {
      const username = check(sn);
      await setRole(roleOf(sn), rulesOf(dockTopics(sn, 'publish'), dockTopics(sn, 'subscribe')));
      await tell({ command: 'createRole', rolename: droneRoleOf(sn) }, /already exists/);
      if (secret !== undefined) {
        await tell({ command: 'createClient', username, password: secret }, /already exists/);
        await tell({ command: 'setClientPassword', username, password: secret });
      }
      await setClientRoles(username, [roleOf(sn), droneRoleOf(sn)], false);
    },
    bindDrone: async (sn, droneSn) => {
      const rules =
        droneSn === undefined
          ? []
          : rulesOf(droneTopics(check(droneSn), 'publish'), droneTopics(droneSn, 'subscribe'));
      await setRole(droneRoleOf(check(sn)), rules);
    },
    removeDock: async (sn) => {
      await tell({ command: 'deleteClient', username: check(sn) }, /not found/i);
      await tell({ command: 'deleteRole', rolename: roleOf(sn) }, /not found/i);
      await tell({ command: 'deleteRole', rolename: droneRoleOf(sn) }, /not found/i);
    },
  };
}
