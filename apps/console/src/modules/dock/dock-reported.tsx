import { dockCalls, type DockRecord, type ReportedDevice, type ReportedFirmware } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

/** What devices say of themselves changes when somebody works at them, ms. */
const lookEvery = 10_000;

/** What a dock has said of itself and of what it carries, as it is stored: nothing is asked of a device. */
const useReported = (oid: string) =>
  useQuery({
    queryKey: ['dock', 'reported', oid],
    queryFn: async ({ signal }) => {
      const options = { signal, toast: false } as const;
      const [devices, firmware, psdk, inFlight] = await Promise.all([
        call(dockCalls.devices, { oid }, options),
        call(dockCalls.firmware, { oid }, options),
        call(dockCalls.psdk, { oid }, options),
        call(dockCalls.inFlight, { oid }, options),
      ]);
      return { devices: devices.list, firmware: firmware.list, psdk, inFlight };
    },
    refetchInterval: lookEvery,
    staleTime: 0,
  });
type Reported = NonNullable<ReturnType<typeof useReported>['data']>;

/** One device with its version; a word that is old is shown with its time. */
function DeviceRow({
  device,
  firmware,
}: {
  device: ReportedDevice;
  firmware: ReportedFirmware | undefined;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { kind, sn, model, online, at } = device;
  const { version = null, consistent = null, upgrading = null } = firmware ?? {};
  return (
    <li>
      <span>{text(`dock.reported.kind.${kind}`)}</span> <bdi>{model ?? figures.amount(null)}</bdi>{' '}
      <bdi dir="ltr">{sn}</bdi>
      <br />
      <span className="list-hint">
        {text('dock.firmware')} <bdi dir="ltr">{version ?? figures.amount(null)}</bdi> ·{' '}
        {online ? text('dock.online') : text('dock.offline')} ·{' '}
        {at === null ? text('dock.reported.never') : text('dock.reported.at', { time: figures.time(at) })}
      </span>
      {upgrading ? <StateSymbol state="working" word={text('dock.reported.upgrading')} /> : null}
      {consistent === false ? (
        <StateSymbol state="attention" word={text('dock.reported.inconsistent')} />
      ) : null}
    </li>
  );
}

function InFlight({ inFlight: { inFlight, at } }: Pick<Reported, 'inFlight'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (inFlight === null || at === null) return <p>{text('dock.reported.inFlightUnknown')}</p>;
  return (
    <p>
      {text(inFlight ? 'dock.reported.inFlight' : 'dock.reported.onGround')}{' '}
      <span className="list-hint">{text('dock.reported.at', { time: figures.time(at) })}</span>
    </p>
  );
}

/** Payloads of others; that none were reported is not that there are none. */
function Payloads({ psdk: { reported, list } }: Pick<Reported, 'psdk'>): ReactNode {
  const text = useText();
  if (!reported) return <p className="list-hint">{text('dock.reported.payloadsUnknown')}</p>;
  if (list.length === 0) return <p className="list-hint">{text('dock.reported.noPayloads')}</p>;
  return (
    <ul className="dock-reported-list ey-stack ey-gap-8">
      {list.map(({ index, name, sn, version }) => (
        <li key={index}>
          {text('dock.reported.payload', { index })} <bdi>{name}</bdi> <bdi dir="ltr">{sn}</bdi>{' '}
          <bdi dir="ltr">{version}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Devices, versions and payloads of a dock by its own last word, and whether its aircraft is in the air. */
export function DockReported({ dock: { oid } }: { dock: Pick<DockRecord, 'oid'> }): ReactNode {
  const text = useText();
  const reported = useReported(oid);
  return (
    <section className="monitor-panel dock-reported" aria-label={text('dock.reported.title')}>
      <h2>{text('dock.reported.title')}</h2>
      <Loaded state={loadStateOf(reported)}>
        {() =>
          reported.data ? (
            <>
              <InFlight inFlight={reported.data.inFlight} />
              <ul className="dock-reported-list ey-stack ey-gap-8">
                {reported.data.devices.map((device) => (
                  <DeviceRow
                    key={`${device.kind} ${device.sn} ${device.slot ?? ''}`}
                    device={device}
                    firmware={reported.data.firmware.find(
                      ({ kind, sn, slot }) =>
                        kind === device.kind && sn === device.sn && slot === device.slot,
                    )}
                  />
                ))}
              </ul>
              <Payloads psdk={reported.data.psdk} />
            </>
          ) : null
        }
      </Loaded>
    </section>
  );
}
