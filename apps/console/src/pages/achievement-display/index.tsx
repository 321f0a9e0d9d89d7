import { keepingCalls, videoCalls, type RunningPicture } from '@eyrie/domain';
import { ListPage, TabView } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { MonitorLink } from '../../modules/dock/index.ts';
import { LayerResults, MappingResults, Photogrammetry } from '../../modules/layer/index.ts';
import { MediaBin, MediaResults, MediaStorage, StorageWarning } from '../../modules/media/index.ts';
import { UploadPanel } from '../../modules/upload/index.ts';
import { LiveWall } from '../../modules/video/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { ShareChosen } from './share-chosen.tsx';
import './achievement-display.css';

/** The way to where a picture is watched alone. */
function Monitor({ picture: { dockOID, kind } }: { picture: RunningPicture }): ReactNode {
  const text = useText();
  const mayController = useAllowed('/handShankMonitorSee');
  if (kind === 'dock') return <MonitorLink dockOID={dockOID} />;
  if (kind !== 'remoteController' || !mayController) return null;
  return <a href={`#/handShankMonitorSee?oid=${encodeURIComponent(dockOID)}`}>{text('dock.monitor')}</a>;
}

/** What flights brought home of one kind, some of which may be shown to others. */
const results = (kind: 'photo' | 'video' | 'other'): ReactNode => (
  <MediaResults key={kind} kind={kind} renderActs={(files) => <ShareChosen files={files} />} />
);

const tabs = [
  { key: 'photos', label: 'media.photos', show: () => results('photo') },
  { key: 'videos', label: 'media.videos', show: () => results('video') },
  {
    key: 'live',
    label: 'video.wall',
    show: () => <LiveWall renderLink={(picture) => <Monitor picture={picture} />} />,
  },
  {
    key: 'mapping',
    label: 'layer.results.mapping',
    show: () => (
      <div className="layer-with-photogrammetry">
        <Photogrammetry />
        <MappingResults />
      </div>
    ),
  },
  { key: 'oblique', label: 'layer.results.oblique', show: () => <LayerResults kind="oblique" /> },
  { key: 'orthophoto', label: 'layer.results.orthophoto', show: () => <LayerResults kind="orthophoto" /> },
  { key: 'files', label: 'media.files', show: () => results('other') },
  { key: 'storage', label: 'media.storage', show: () => <MediaStorage /> },
  { key: 'bin', label: 'media.bin', show: () => <MediaBin /> },
] as const;

/** What flights brought home. */
export default function AchievementDisplayPage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const mayWatch = useMay(videoCalls.running);
  const mayRestore = useMay(keepingCalls.bin);
  const hidden = [mayWatch ? '' : 'live', mayRestore ? '' : 'bin'];
  const offered = tabs.filter(({ key }) => !hidden.includes(key));
  const open = offered.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <ListPage title={text('permission./AchievementDisplay')}>
      <StorageWarning />
      <UploadPanel />
      <div className="achievement-display">
        <TabView
          open={open.key}
          onChoose={(next) => setQuery(next === tabs[0].key ? {} : { tab: next })}
          tabs={offered.map(({ key, label }) => ({ key, label: text(label) }))}
        >
          {open.show()}
        </TabView>
      </div>
    </ListPage>
  );
}
