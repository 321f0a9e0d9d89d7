import { commandCalls, logModules, type DockRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { refusalText, uploadsShown, useListing, useLogOrders, useUploads } from './dock-log.queries.ts';
import { LogListings } from './log-listing.tsx';
import { LogUpload } from './log-uploads.tsx';
import './dock-log.css';

/** Why an order about log files cannot be given now; null: it can. */
interface LogReasons {
  query: PhraseId | null;
  upload: PhraseId | null;
  cancel: PhraseId | null;
}

type Listing = ReturnType<typeof useListing>;

/** What the dock said last: of when, and that it was not asked, is being asked, or did not answer. */
function Listed({
  listing,
  why,
  onUpload,
}: {
  listing: Listing;
  why: PhraseId | null;
  onUpload: Parameters<typeof LogListings>[0]['onUpload'];
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data, error, isPending, submittedAt } = listing;
  if (isPending) return <p role="status">{text('dockLog.asking')}</p>;
  if (error)
    return (
      <p className="dock-log-failed" role="status">
        {text('dockLog.notListed', { why: refusalText(error) || text('video.unreachable') })}
      </p>
    );
  if (!data) return <p className="list-hint">{text('dockLog.notAsked')}</p>;
  return (
    <>
      {data.listedAt === null ? null : (
        <p className="list-hint" role="status">
          {text('dockLog.listedAt', { time: figures.time(data.listedAt) })}
        </p>
      )}
      <LogListings key={submittedAt} listings={data.listings} why={why} onUpload={onUpload} />
    </>
  );
}

/** Log files that a dock and its aircraft keep, and what was fetched of them. */
export function DockLogs({
  dock: { oid, name },
  why,
}: {
  dock: Pick<DockRecord, 'oid' | 'name'>;
  why: LogReasons;
}): ReactNode {
  const text = useText();
  const [pageNum, setPageNum] = useState(1);
  const uploads = useUploads(oid, pageNum);
  const listing = useListing(oid);
  const { upload, cancel } = useLogOrders(oid);
  const total = uploads.data?.total ?? 0;
  return (
    <section className="monitor-panel dock-logs" aria-label={text('dockLog.title')}>
      <h2>{text('dockLog.title')}</h2>
      <Allowed call={commandCalls.logQuery}>
        <OrderButton
          size="small"
          why={why.query && text(why.query)}
          onOrder={() => {
            if (!listing.isPending) listing.mutate([...logModules]);
          }}
        >
          {text('dockLog.ask')}
        </OrderButton>
      </Allowed>
      <Listed listing={listing} why={why.upload} onUpload={(files) => upload.mutate(files)} />
      <h3>{text('dockLog.uploads')}</h3>
      <Loaded state={loadStateOf(uploads)}>
        {() =>
          total === 0 ? (
            <p className="list-hint">{text('dockLog.none')}</p>
          ) : (
            <ul className="dock-log-uploads ey-list ey-stack ey-gap-8">
              {uploads.data?.list.map((one) => (
                <LogUpload
                  key={one.oid}
                  upload={one}
                  dockName={name}
                  whyCancel={why.cancel}
                  onCancel={() => cancel.mutate(one.module)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {total > uploadsShown ? (
        <Pagination
          simple
          size="small"
          current={pageNum}
          pageSize={uploadsShown}
          total={total}
          onChange={setPageNum}
        />
      ) : null}
    </section>
  );
}
