import type { DockPresence, DockRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { usePayloads } from '../../platform/use-payloads.ts';
import { soundsShown, useSounds, useSpeakerOrders } from './speaker.queries.ts';
import { SoundRow } from './sound-row.tsx';
import { SoundSources } from './sound-sources.tsx';
import { Playing, Speaker } from './speaker.tsx';
import './speaker.css';

interface Props {
  dock: Pick<DockRecord, 'oid'>;
  job: DockPresence['speakerJob'];
  /** Why nothing can be ordered of a loudspeaker now; null: it can. */
  why: PhraseId | null;
}

/** Sounds and texts of the organisation, and ways to new ones. */
function Library({ why, onPlay }: { why: string | null; onPlay: (oid: string) => void }): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const [pageNum, setPageNum] = useState(1);
  const sounds = useSounds(keyword, pageNum);
  const mayAdd = useAllowed('dock:control');
  const total = sounds.data?.total ?? 0;
  return (
    <>
      <h3>{text('speaker.library')}</h3>
      <SoundSources />
      {keyword !== '' || total > soundsShown ? (
        <SearchBox
          label={text('speaker.search')}
          value={keyword}
          onChange={(next) => {
            setKeyword(next);
            setPageNum(1);
          }}
        />
      ) : null}
      <Loaded state={loadStateOf(sounds)}>
        {() =>
          total === 0 ? (
            <p className="list-hint">
              {text(keyword === '' ? (mayAdd ? 'speaker.none' : 'speaker.noneToHear') : 'speaker.noMatch')}
            </p>
          ) : (
            <ul className="speaker-sounds ey-stack ey-gap-8">
              {sounds.data?.list.map((sound) => (
                <SoundRow key={sound.oid} sound={sound} why={why} onPlay={() => onPlay(sound.oid)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {total > soundsShown ? (
        <Pagination
          simple
          size="small"
          current={pageNum}
          pageSize={soundsShown}
          total={total}
          onChange={setPageNum}
        />
      ) : null}
    </>
  );
}

/** What loudspeakers on the aircraft of a dock play. */
export function SpeakerPanel({ dock: { oid }, job, why }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  const payloads = usePayloads(oid);
  const { data } = payloads;
  const speakers = data?.list.filter(({ speaker }) => speaker !== null) ?? [];
  const first = speakers[0];
  const orders = useSpeakerOrders(oid, first?.index ?? 0);
  // Said before what the moment forbids: no waiting brings a loudspeaker.
  const missing: PhraseId | null = !data
    ? 'app.loading'
    : first
      ? null
      : data.reported
        ? 'speaker.noSpeaker'
        : 'speaker.notReported';
  const reason = missing ?? why;
  const said = reason === null ? null : text(reason);
  return (
    <section className="monitor-panel speaker" aria-label={text('speaker.title')}>
      <h2>{text('speaker.title')}</h2>
      <Loaded state={loadStateOf(payloads)}>
        {() => (
          <>
            {missing === null ? null : <p role="note">{text(missing)}</p>}
            {data?.at == null ? null : (
              <p className="list-hint">{text('speaker.reportedAt', { time: figures.time(data.at) })}</p>
            )}
            {first ? <Speaker payload={first} why={said} orders={orders} /> : null}
          </>
        )}
      </Loaded>
      {job && first ? <Playing job={job} /> : null}
      <Library why={said} onPlay={(audioOID) => orders.play.mutate(audioOID)} />
    </section>
  );
}
