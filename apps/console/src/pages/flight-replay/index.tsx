import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Replay, useReplay } from '../../modules/flight-record/index.ts';
import { useText } from '../../platform/text.tsx';

function OfFlight({ oid }: { oid: string }): ReactNode {
  const replay = useReplay(oid);
  return (
    <Loaded state={loadStateOf(replay)}>
      {() => (replay.data ? <Replay key={oid} replay={replay.data} /> : null)}
    </Loaded>
  );
}

export default function FlightReplayPage(): ReactNode {
  const text = useText();
  const [address] = useSearchParams();
  const oid = address.get('oid');
  return (
    <div className="ey-stack ey-gap-8">
      <h1>{text('flightRecord.replay')}</h1>
      {oid ? (
        <OfFlight key={oid} oid={oid} />
      ) : (
        <EmptyPage
          sentence={text('flightRecord.openFromList')}
          action={<a href="#/TaskManagerNew?tab=flights">{text('flightRecord.flights')}</a>}
        />
      )}
    </div>
  );
}
