import { createCommandGateway, createOrderOffers } from '../../modules/command/index.ts';
import { codeOfFault, createBinding, createConnectionNotes } from '../../modules/connection/index.ts';
import {
  createDeviceReporter,
  writeDeviceReports,
  writeSelfReports,
  type HeardReports,
  type SelfReport,
} from '../../modules/device/index.ts';
import {
  createDeviceHealthGateway,
  createDeviceLogGateway,
  createUnusable,
} from '../../modules/device-health/index.ts';
import { createDrcForwarder } from '../../modules/drc/index.ts';
import { createDockGateway, presenceOf, type DockLink } from '../../modules/dock/index.ts';
import {
  createFlightGateway,
  isSeriesStart,
  isWindReturn,
  openStartOf,
  type StartFilesByCommand,
} from '../../modules/flight/index.ts';
import { createFlightAreaGateway } from '../../modules/flight-area/index.ts';
import { openDevicePlans } from '../../modules/open-device/index.ts';
import { isRolloutUpgrade } from '../../modules/firmware/index.ts';
import { isScheduledStart } from '../../modules/task/index.ts';
import { createTelemetryPublisher, createTelemetryRecorder } from '../../modules/telemetry/index.ts';
import { topics } from '@eyrie/dji';
import { encodeLive, liveTopics } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { createLinkParts } from '../../link-parts.generated.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { flightFiles } from './flight-files.ts';
import { joinLinkParts } from './link-parts.ts';
import type { LinkTable } from './link-table.ts';
import { heardOf, selfOf } from './heard-reports.ts';
import { openSent } from './open-sent.ts';
import { commandChange, createLivePublish, createControlPublisher } from './control-publisher.ts';
import { createUnconfirmed } from './unconfirmed.ts';
import { reportUnordered } from './unordered.ts';

/** Devices that are carried, and those that sign in themselves: each written beside the path of its messages. */
const createReporters = (runtime: Runtime, links: LinkTable['all']) => {
  const reporters = [
    createDeviceReporter<DockLink, HeardReports>(runtime, {
      timer: 'device.write',
      links,
      heard: heardOf,
      write: writeDeviceReports,
    }),
    createDeviceReporter<DockLink, SelfReport>(runtime, {
      timer: 'device.writeOwn',
      links,
      heard: selfOf,
      write: writeSelfReports,
    }),
  ];
  return reporters.map(({ timer }) => timer);
};

/**
 * The rooms that speak with the docks of this gateway, each given what it needs of the others.
 * @param listenToDrones hears aircraft that docks name as their own
 */
export const createGatewayRooms = (
  runtime: Runtime,
  deps: GatewayDependencies,
  { table, listenToDrones }: { table: LinkTable; listenToDrones(links: readonly DockLink[]): Promise<void> },
) => {
  const publish = createLivePublish(deps.broker, runtime.log);
  const publisher = createTelemetryPublisher({
    ...runtime,
    publish,
    presence: (link, now) => ({ ...presenceOf(link, now), ...made.published(link, now) }),
  });
  const recorder = createTelemetryRecorder({ ...runtime, links: table.all });
  const unusable = createUnusable(runtime);
  const connections = createConnectionNotes(runtime);
  const publishControl = createControlPublisher(runtime, publish);
  const logs = createDeviceLogGateway(runtime, { linkOfSn: table.ofSn });
  const recordSent = (topic: string, payload: string): void => {
    const open = openSent(topic, payload);
    const link = open && table.ofSn(open.sn);
    if (open && link) logs.record(link, open);
    else logs.sent(topic, payload);
  };
  /** Every word to a dock is noted in its log. */
  const send = async (topic: string, payload: string, qos: 0 | 1): Promise<void> => {
    await deps.broker.publish(topic, payload, { qos });
    recordSent(topic, payload);
  };

  const { disconnectOnBroker: disconnect } = deps;
  const unconfirmed = disconnect
    ? createUnconfirmed(runtime, { linkOfSn: table.ofSn, disconnect })
    : undefined;

  const flights = createFlightGateway(runtime, {
    audit: deps.audit,
    publish,
    touched: (link) => publisher.touch(link, 'presence'),
    changed: (link, flightOID) => publishControl(link, { kind: 'flight', flightOID }),
    flushTelemetry: () => recorder.flush(),
    windRule: deps.windRule,
    over: logs.flightOver,
    unordered: (link, flightOID, move) => reportUnordered(runtime, deps, link, flightOID, move),
  });
  const forwarder = createDrcForwarder(runtime, {
    audit: deps.audit,
    channel: deps.drc.channel,
    linkOf: table.find,
    publish: (topic, payload, limit) => deps.broker.publishFrame(topic, payload, limit),
    closeLink: (dock, memberOID) =>
      deps.orderForServer(dock, 'drcEnd', { memberOID, key: runtime.newOid(), arguments: {} }),
    dismiss: deps.drc.dismiss,
    publishReport: ({ dockOID, groupRoot }, report) =>
      publish(
        liveTopics.stickReport.topic(groupRoot, dockOID),
        encodeLive('stickReport', dockOID, report, runtime.serverTime()),
      ),
  });
  const areas = createFlightAreaGateway(runtime, {
    objects: deps.objects,
    order: (dock, request) => deps.orderForServer(dock, 'flightAreasUpdate', { ...request, arguments: {} }),
    publish: deps.areasChanged,
  });
  const health = createDeviceHealthGateway(runtime);
  const startFiles: StartFilesByCommand = new WeakMap();
  const made = createLinkParts({
    ...deps,
    runtime,
    host: { links: table.all, observe: (link) => commands.observe(link), touch: publisher.touch },
    flights,
    startFiles,
    areas,
    health,
    logs,
    unusable,
    connections,
    publisher,
    recorder,
    forwarder,
    videoChanged(link) {
      recorder.touch(link);
      void recorder.flush().then(() => publishControl(link, { kind: 'video' }));
    },
    stopPicture: ({ dock }, { memberOID, key, videoId }) =>
      deps.orderForServer(dock, 'stopLive', { memberOID, key, arguments: { videoId } }),
    releaseControl: (dock, { memberOID, key }) =>
      deps.orderForServer(dock, 'controlRelease', { memberOID, key, arguments: {} }),
  });
  const parts = joinLinkParts(made.parts);
  const plans = openDevicePlans(runtime, made.plans, { startOf: openStartOf(startFiles) });
  const sender = createCommandGateway(runtime, {
    audit: deps.audit,
    sendGuard: deps.sendGuard,
    plans,
    instanceId: deps.instance.instanceId,
    publish: async (topic, payload, limit) => {
      const { sn, within, reachWithin = within } = limit;
      // Beside frames of sticks: by their way, or it would pass for one that was announced.
      if (topic === topics.drcDown(sn))
        await deps.broker.publishFrame(topic, payload, { sn, within: Math.min(within, reachWithin) });
      else {
        await deps.broker.publishCommand(topic, payload, limit);
        unconfirmed?.sent(limit);
      }
      recordSent(topic, payload);
    },
    brokerUp: () => deps.broker.connected,
    brokerAnswers: () => deps.broker.answers(),
    newFlightRefusal: deps.newFlightRefusal,
    isScheduledStart: async (trx, order) =>
      (await isScheduledStart(trx, order)) || (await isSeriesStart(trx, order)),
    isWindReturn,
    isRolloutUpgrade,
    linkOf: table.find,
    changed: (link, command) => {
      logs.commandChanged(link, command);
      publishControl(link, {
        kind: 'command',
        flightOID: command.flightOID,
        command: commandChange(command),
      });
    },
  });
  const commands: typeof sender = {
    ...sender,
    replied: (link, message) => {
      if (message.tid) unconfirmed?.answered(link.dock.sn, message.tid);
      const keep = parts.answerOf(message.method);
      if (!keep) return sender.replied(link, message);
      const { method } = message;
      // Kept before the answer counts: whoever asked reads it then.
      void keep(link, message)
        .catch((error: unknown) => runtime.log.warn({ err: error, method }, 'an answer was not kept'))
        .finally(() => sender.replied(link, message));
    },
    answered: (link, tid, reply) => {
      unconfirmed?.answered(link.dock.sn, tid);
      sender.answered(link, tid, reply);
    },
  };
  const docks = createDockGateway(runtime, {
    flightAreas: areas.filesFor,
    dji: deps.dji,
    ntp: deps.ntp,
    storageCredential: deps.storageCredential,
    bindOnBroker: deps.bindOnBroker,
    binding: { ...createBinding(runtime), codeOf: codeOfFault },
    came: connections.step,
    flightFile: flightFiles(runtime, deps.objects),
    dronesChanged: listenToDrones,
    droneGone: (link) => {
      parts.droneGone(link);
      publisher.touch(link, 'drone');
    },
  });
  return {
    publisher,
    recorder,
    unusable,
    connections,
    logs,
    send,
    flights,
    commands,
    offers: createOrderOffers(runtime, { plans, linkOf: table.find, publish }),
    docks,
    health,
    forwarder,
    unconfirmed,
    parts: { ...parts, timers: [...parts.timers, ...createReporters(runtime, table.all)] },
  };
};
