import { limits } from '@eyrie/domain';
import { BrokerDownError } from './client.ts';
import type { BrokerClient } from './client.ts';
import type { DeviceAccounts } from './device-accounts.ts';
import { dynamicSecurity, type DynamicSecurity } from './dynamic-security.ts';
import { rule, rulesOf, setClientRoles, setRole } from './mosquitto-roles.ts';
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

async function prepareOnce(security: DynamicSecurity, ownName: string): Promise<void> {
  const types = ['publishClientSend', 'publishClientReceive', 'subscribe'];
  const acls = types.map((acltype) => ({ acltype, allow: false }));
  await security.execute({
    command: 'setDefaultACLAccess',
    acls: [...acls, { acltype: 'unsubscribe', allow: true }],
  });
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
const droneRoleOf = (sn: string): string => `eyrie-drone-of-${sn}`;

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
  /** Ends the connection of a dock, which may come back at once. */
  disconnect(sn: string): Promise<void>;
} {
  const security = dynamicSecurity(client);
  const { execute } = security;
  const bindDrone = async (sn: string, droneSn: string | undefined): Promise<void> => {
    const rules =
      droneSn === undefined
        ? []
        : rulesOf(droneTopics(check(droneSn), 'publish'), droneTopics(droneSn, 'subscribe'));
    await setRole(security, droneRoleOf(check(sn)), rules);
  };

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
    ensureDock: async (sn, secret, wire = 'cloud') => {
      const username = check(sn);
      const topicsOf = wire === 'open' ? openTopics : dockTopics;
      await setRole(security, roleOf(sn), rulesOf(topicsOf(sn, 'publish'), topicsOf(sn, 'subscribe')));
      await execute({ command: 'createRole', rolename: droneRoleOf(sn) }, /already exists/);
      if (secret !== undefined) {
        await execute({ command: 'createClient', username, password: secret }, /already exists/);
        await execute({ command: 'setClientPassword', username, password: secret });
      }
      await setClientRoles(security, username, [roleOf(sn), droneRoleOf(sn)], false);
    },
    bindDrone,
    bindDrones: async (bindings) => {
      for (const { sn, droneSn } of bindings) await bindDrone(sn, droneSn);
    },
    disconnect: async (sn) => {
      const username = check(sn);
      await execute({ command: 'disableClient', username }, /not found/i);
      await execute({ command: 'enableClient', username }, /not found/i);
    },
    suspendDock: async (sn) => {
      await execute({ command: 'disableClient', username: check(sn) }, /not found/i);
    },
    resumeDock: async (sn) => {
      await execute({ command: 'enableClient', username: check(sn) }, /not found/i);
    },
    admitRelay: async (sn, password) => {
      const username = relayName(check(sn));
      await setRole(
        security,
        relayRoleOf(sn),
        rulesOf(relayTopics(sn, 'publish'), relayTopics(sn, 'subscribe')),
      );
      await execute({ command: 'createClient', username, password }, /already exists/);
      await execute({ command: 'setClientPassword', username, password });
      await setClientRoles(security, username, [relayRoleOf(sn)], false);
      return true;
    },
    dismissRelay: async (sn) => {
      await execute({ command: 'deleteClient', username: relayName(check(sn)) }, /not found/i);
    },
    removeDock: async (sn) => {
      await execute({ command: 'deleteClient', username: relayName(check(sn)) }, /not found/i);
      await execute({ command: 'deleteRole', rolename: relayRoleOf(sn) }, /not found/i);
      await execute({ command: 'deleteClient', username: check(sn) }, /not found/i);
      await execute({ command: 'deleteRole', rolename: roleOf(sn) }, /not found/i);
      await execute({ command: 'deleteRole', rolename: droneRoleOf(sn) }, /not found/i);
    },
  };
}
