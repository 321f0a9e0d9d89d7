import { commandCalls, type RemoteControllerRecord } from '@eyrie/domain';
import { Icon, StateSymbol, useConfirm } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { controllerParts } from '../../controller-monitor.generated.ts';
import { CommandList, useCommands, type Commands } from '../../modules/command/index.ts';
import { useLease, whyNoControl, type Lease } from '../../modules/lease/index.ts';
import { LinkBadges } from '../../modules/telemetry/index.ts';
import { PictureStage } from '../../modules/video/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useAskBeforeLeaving } from '../../platform/leaving.ts';
import { MonitorParts, type ControllerScene } from '../../platform/monitor-part.tsx';
import { useText } from '../../platform/text.tsx';
import { ControlBar } from './control-bar.tsx';
import { ControllerMap } from './controller-map.tsx';
import { useController, type ControllerLiveNow } from './use-controller.ts';

const placeOf = (at: { lng: number | null; lat: number | null } | null | undefined) =>
  at && at.lng !== null && at.lat !== null ? [{ lng: at.lng, lat: at.lat }] : [];

function Head({ record, live }: { record: RemoteControllerRecord; live: ControllerLiveNow }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { online, state } = live;
  return (
    <header className="monitor-head ey-row ey-gap-12">
      <a
        className="monitor-docks ey-grid"
        href="#/DaJiHandle"
        target="_blank"
        rel="noopener"
        aria-label={`${text('remoteController.toList')} · ${text('shell.opensWindow')}`}
        title={text('remoteController.toList')}
      >
        <Icon name="map" size={18} />
      </a>
      <h1>
        <bdi>{record.name}</bdi>
      </h1>
      <StateSymbol
        state={online ? 'live' : 'offline'}
        word={text(online ? 'device.online' : 'device.offline')}
      />
      <span className="monitor-drone ey-row ey-gap-6 ey-muted">
        <Icon name="drone" size={16} />
        <bdi>{state?.data.droneSn ?? text('remoteController.nothingInHand')}</bdi>
      </span>
      <bdi className="monitor-zone" dir="ltr" title={figures.zone.name}>
        {figures.zone.label}
      </bdi>
      <LinkBadges links={live.links} ages={live.ages} behind="controller" />
    </header>
  );
}

/** What the parts of the monitor know, and how they ask the pilot. */
const useScene = (live: ControllerLiveNow, lease: Lease, commands: Commands): ControllerScene => {
  const text = useText();
  const mayControl = useMay(commandCalls.controlRequest);
  const mine = lease.phase === 'mine';
  const missing = live.droneOnline ? whyNoControl(lease) : 'refusal.droneOff';
  const details = { epoch: mine ? lease.epoch : undefined };
  return {
    state: live.state,
    drone: live.drone,
    consent: {
      state: live.state?.data ?? null,
      why: missing && text(missing),
      busy: commands.board.some(({ method, state }) => method === 'controlRequest' && state === 'sending'),
      mayControl,
      onAsk: () => void commands.order('controlRequest', details),
      onRelease: () => void commands.order('controlRelease', details),
    },
  };
};

/** What rooms show of the controller and its pilot, and the orders. */
function Side({ scene, commands }: { scene: ControllerScene; commands: Commands }): ReactNode {
  const text = useText();
  return (
    <aside className="monitor-side ey-stack ey-gap-8">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <div className="monitor-scroll" tabIndex={0} role="region" aria-label={text('remoteController.side')}>
        <MonitorParts parts={controllerParts} link="controller" place="side" scene={scene} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <section className="monitor-panel monitor-orders" tabIndex={0} aria-label={text('monitor.commands')}>
        <h2>{text('monitor.commands')}</h2>
        <CommandList board={commands.board} flight={null} />
      </section>
    </aside>
  );
}

/** While this tab controls, going elsewhere asks first. */
const useLeaving = (controls: boolean, name: string): void => {
  const text = useText();
  const confirm = useConfirm();
  useAskBeforeLeaving(controls, (signal) =>
    confirm({
      title: text('monitor.leaveTitle', { dock: name }),
      content: text('remoteController.leaveText'),
      verb: text('monitor.leave'),
      danger: true,
      signal,
    }),
  );
};

/** The monitor of a remote controller: picture, telemetry, power, the pilot’s consent and the map. */
export function Monitor({ record }: { record: RemoteControllerRecord }): ReactNode {
  const live = useController(record);
  const lease = useLease(record.oid, 'flight');
  const commands = useCommands(record.oid);
  const scene = useScene(live, lease, commands);
  useLeaving(lease.phase === 'mine', record.name);
  const consented = lease.phase === 'mine' && live.state?.data.consent?.state === 'granted';
  return (
    <main className="monitor">
      <Head record={record} live={live} />
      <div className="monitor-body ey-grid ey-gap-8">
        <div className="monitor-left ey-stack ey-gap-8">
          <PictureStage
            oid={record.oid}
            droneOnline={live.droneOnline}
            clarity={null}
            renderMap={(main) => (
              <ControllerMap
                main={main}
                places={[...placeOf(live.state?.data), ...placeOf(live.drone.data)]}
              />
            )}
          />
          <div className="monitor-instruments ey-grid ey-gap-8">
            <MonitorParts parts={controllerParts} link="controller" place="instruments" scene={scene} />
          </div>
        </div>
        <Side scene={scene} commands={commands} />
      </div>
      <ControlBar {...{ record, live, lease, commands, consented }} />
    </main>
  );
}
