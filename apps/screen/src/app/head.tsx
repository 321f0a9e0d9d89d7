import { landingPage } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { now, useNow } from '@eyrie/web/clock';
import { useFigures } from '@eyrie/web/figures';
import { useLink } from '@eyrie/web/live-link';
import { serverTime } from '@eyrie/web/server-time';
import { onLiveMessage } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import { useEffect, useState, type ReactNode } from 'react';
import { useSystemName } from '../platform/look.ts';
import { useSession } from '../platform/session.ts';

/** When the newest live message came in, of whatever it was; null before the first. */
const useNewest = (): number | null => {
  const [newest, setNewest] = useState<number | null>(null);
  useEffect(() => {
    let heard: number | null = null;
    const stop = onLiveMessage(() => {
      heard = now();
    });
    // Messages are many; the figure that counts on is enough.
    const timer = setInterval(() => setNewest(heard), 500);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return newest;
};

/** Whether what stands here can be believed, and how old the newest of it is. */
function LinkState(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { state, since, quietSince } = useLink();
  const newest = useNewest();
  const at = useNow();
  const age = newest === null ? null : figures.age(Math.max(0, at - newest));
  const word = age === null ? text('cockpit.noLive') : text('cockpit.newest', { age });
  if (state === 'up' && quietSince === null)
    return <StateSymbol state={age === null ? 'attention' : 'live'} word={word} />;
  if (state === 'connecting') return <StateSymbol state="attention" word={text('shell.link.connecting')} />;
  const seconds = Math.max(0, Math.floor((at - (quietSince ?? since)) / 1000));
  return (
    <StateSymbol
      state="alarm"
      word={`${text('shell.link.lost')} · ${text('shell.link.since', { seconds })} · ${word}`}
    />
  );
}

function Clock(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const moment = serverTime(useNow());
  return (
    <span className="head-clock">
      <span className="ey-hidden">{text('cockpit.serverTime')}</span>
      <bdi dir="ltr">{moment === null ? '–' : figures.time(moment)}</bdi>
      <small>{figures.zone.label}</small>
    </span>
  );
}

/** What stands over every cockpit: whose it is, whether it is live, and what time it is at the server. */
export function Head(): ReactNode {
  const text = useText();
  const { user, page, menu, isDisplay } = useSession();
  return (
    <header className="head">
      <div className="head-name">
        <bdi>{useSystemName()}</bdi>
        <small>
          <bdi>{user?.organisationName}</bdi> · <bdi>{user?.groupNameCN}</bdi>
        </small>
      </div>
      <h1>{text(`permission.${page}`)}</h1>
      <div className="head-state">
        <LinkState />
        <Clock />
        {isDisplay ? null : <a href={`../#${landingPage(menu)}`}>{text('cockpit.toConsole')}</a>}
      </div>
    </header>
  );
}
