export { FlightMedia } from './media-grid.tsx';
export { MediaFirst } from './media-first.tsx';
export { MediaBin } from './media-bin.tsx';
export { MediaStorage, StorageWarning } from './media-storage.tsx';
export { MediaResults } from './results.tsx';
export { CoarseTiles, pyramidQuery, useTiles } from './use-tiles.tsx';
