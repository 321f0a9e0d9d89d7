import { pilotCalls, remoteControllerCalls } from '@eyrie/domain';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAppearance } from '../../platform/appearance.ts';
import { call } from '../../platform/http.ts';
import { signOut, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import type { DjiBridge } from './dji-bridge.ts';
import {
  createPilotConnection,
  type PilotConnection,
  type PilotKnown,
  type PilotStandings,
} from './pilot-connection.ts';
import { PilotLadder } from './pilot-ladder.tsx';
import './pilot.css';

const silently = { toast: false };
const calls = {
  app: () => call(pilotCalls.app, {}, silently),
  connect: (request: Parameters<typeof call<typeof remoteControllerCalls.connect>>[1]) =>
    call(remoteControllerCalls.connect, request, silently),
  open: (controllerOID: string) => call(pilotCalls.open, { controllerOID }, silently),
  openSocket: (controllerOID: string) => call(pilotCalls.openSocket, { controllerOID }, silently),
};

const nothingKnown: PilotKnown = { sn: null, aircraftSn: null, userName: null };

/** Brings the app around this page into the organisation, and shows how far it is. */
export function PilotPanel({ bridge }: { bridge: Partial<DjiBridge> }): ReactNode {
  const text = useText();
  const systemName = useAppearance((state) => state.systemName);
  const user = useSession((session) => session.user);
  const [standings, setStandings] = useState<PilotStandings | null>(null);
  const [known, setKnown] = useState(nothingKnown);
  const connection = useRef<PilotConnection | null>(null);

  useEffect(() => {
    const made = createPilotConnection({
      around: window,
      bridge,
      calls,
      origin: window.location.origin,
      systemName,
      changed: (now, facts) => {
        if (connection.current !== made) return;
        setStandings(now);
        setKnown(facts);
      },
      messageOf: (error) => (error instanceof Error ? error.message : String(error)),
      after: (ms, work) => void window.setTimeout(work, ms),
    });
    connection.current = made;
    void made.start();
    return () => {
      connection.current = null;
    };
    // The app is brought in once, under the name that the system had then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bridge]);

  const leave = async (): Promise<void> => {
    connection.current?.leave();
    await signOut();
  };
  const facts = [
    ['controller', known.sn ?? '–'],
    ['aircraft', known.aircraftSn ?? (known.sn === null ? '–' : text('pilot.noAircraft'))],
    ['pilot', user?.name ?? '–'],
  ] as const;
  return (
    <>
      <p>{text('pilot.hint', { organisation: user?.organisationName ?? '' })}</p>
      <dl className="pilot-facts ey-flow">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{text(`pilot.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {standings ? (
        <PilotLadder standings={standings} onRetry={(step) => void connection.current?.retry(step)} />
      ) : null}
      <div className="ey-flow ey-gap-12">
        <Button size="large" type="primary" onClick={() => void connection.current?.retry('bridge')}>
          {text('pilot.retryAll')}
        </Button>
        <Button size="large" onClick={() => void leave()}>
          {text('pilot.leave')}
        </Button>
      </div>
    </>
  );
}
