import { decodeFlighttaskReady, flighttaskReadyEvent, takeOffEvent } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { spendConfirmation, type LinkHost, type LinkPart } from '../command/index.ts';
import { isUuid } from '../../platform/uuid.ts';
import { storeReady } from './flight.condition.store.ts';
import type { FlightObjects } from './flight.dispatch.ts';
import type { FlightGateway } from './flight.gateway.ts';
import { flightPlans } from './flight.plans.ts';
import type { StartFilesByCommand } from './flight.start-files.ts';

interface Needs {
  runtime: Runtime;
  host: LinkHost;
  flights: FlightGateway;
  objects: FlightObjects;
  startFiles: StartFilesByCommand;
}

/** Flights of docks: how far each is, and how it ends where its dock does not say so. */
export const linkPart = ({ runtime, host, flights, objects, startFiles }: Needs) =>
  ({
    plans: flightPlans(
      runtime,
      {
        ...flights,
        objects,
        spendConfirmation: (trx, command, method) =>
          spendConfirmation(trx, command, method, runtime.serverTime()),
      },
      startFiles,
    ),
    events: {
      flighttask_progress: {
        from: 'any',
        async take(link, message) {
          await flights.progressed(link, message);
          host.observe(link);
        },
      },
      [flighttaskReadyEvent]: {
        from: 'device',
        async take(link, { data }) {
          const at = new Date(Math.round(runtime.serverTime()));
          await storeReady(runtime.db, link.dock.oid, decodeFlighttaskReady(data).filter(isUuid), at);
        },
      },
      [takeOffEvent]: {
        from: 'any',
        async take(link, message) {
          await flights.tookOff(link, message);
          host.observe(link);
        },
      },
    },
    tick(link, now) {
      if (flights.isOpen(link))
        flights
          .reconcile(link, now)
          .catch((error: unknown) => runtime.log.warn({ err: error }, 'flight not reconciled'));
    },
  }) satisfies LinkPart;
