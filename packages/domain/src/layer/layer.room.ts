import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/Layer': { group: 'settings' } } as const satisfies RoomPages;

export const actions = { 'layer:edit': { page: '/Layer' } } as const satisfies RoomActions;

export const limits = {
  layer: {
    /** Layers of one organisation: one page of a list carries the whole tree. */
    most: 200,
    /** Levels of the tree. */
    depth: 4,
    addressMax: 1_000,
    keyMax: 500,
    attributionMax: 200,
    /** Levels of 256 px tiles. */
    zoomMax: 23,
    /** Metres that a model may be raised or lowered by. */
    heightOffset: 1_000,
    /** Of a file as it is sent. */
    uploadBytes: 200_000_000,
    uploadsAtOnce: 2,
    /** Of a GeoTIFF as it is sent, its pixels, those of one side, and its bands. */
    rasterBytes: 1_000_000_000,
    rasterPixels: 600_000_000,
    rasterSide: 100_000,
    rasterBands: 8,
    /** Of all that describes a GeoTIFF, and the pictures that may lie in one. */
    rasterHeaderBytes: 16_000_000,
    rasterDirectories: 32,
    rasterEntries: 256,
    /** Of one tile or strip of a GeoTIFF when unpacked, and of those that are kept while tiles are cut. */
    rasterBlockBytes: 64_000_000,
    rasterKeptBytes: 96_000_000,
    /** Tiles that one GeoTIFF becomes, those that are encoded in one go, and how many goes are under way. */
    rasterTiles: 60_000,
    rasterBatch: 32,
    rasterEncoding: 2,
    /** ms after which the preparing of one GeoTIFF is given up. */
    rasterTime: 1_800_000,
    /** Pixels of a GeoTIFF of heights. */
    surfacePixels: 100_000_000,
    /** Cells along a difference of two surfaces, tiles of each that are read, and corners of an outline. */
    differenceCells: 256,
    differenceTiles: 64,
    differenceCorners: 100,
    /** Points of a cloud, metres of its longest side, records of its header and the bytes of all of them. */
    cloudPoints: 100_000_000,
    cloudSide: 100_000,
    cloudRecords: 64,
    cloudRecordBytes: 1_000_000,
    /** Chunks of a packed cloud, and the points and bytes of one. */
    cloudChunks: 2_000_000,
    cloudChunkPoints: 1_000_000,
    cloudChunkBytes: 40_000_000,
    /** Points that need no division, those that stay in a tile that is divided, and the most of one tile. */
    cloudTilePoints: 30_000,
    cloudSample: 20_000,
    cloudTileMost: 200_000,
    /** Files of a tileset, the bytes of one, and of all when unpacked. */
    tilesetFiles: 20_000,
    tilesetFileBytes: 50_000_000,
    tilesetBytes: 500_000_000,
    /** Of one JSON file of a tileset. */
    tilesetJsonBytes: 5_000_000,
    /** Brackets within brackets of one such file, and what it may name. */
    tilesetJsonDepth: 256,
    tilesetLinks: 100_000,
    /** ms to take a zip apart, to judge a file by its head, and to judge one from a server elsewhere. */
    packTime: 120_000,
    headTime: 20_000,
    contentTime: 30_000,
    /** Levels of tiles that are not listed, those of one part of them, parts and patterns of one zip. */
    implicitLevels: 24,
    subtreeLevels: { quadtree: 9, octree: 6 },
    subtrees: 4_000,
    implicitPatterns: 64,
    zipRatio: 100,
    zipDirectoryBytes: 32_000_000,
    /** A file of vectors, what it holds unpacked, ms to read it, its features, and the places of all of them. */
    vectorBytes: 8_000_000,
    vectorExpandedBytes: 40_000_000,
    vectorTimeout: 10_000,
    features: 20_000,
    vertices: 200_000,
    /** Of one directory of a PMTiles archive when unpacked, and how many of them are kept. */
    archiveDirectoryBytes: 256_000,
    archiveDirectories: 40,
    /** ms to read one tile of one. */
    archiveTime: 30_000,
    /** Of one tile from a server elsewhere. */
    tileBytes: 2_000_000,
    tileSide: 1_024,
    /** ms until a server elsewhere has answered a tile whole. */
    answer: 5_000,
    redirects: 2,
    /** Of one file of 3D Tiles or meshes from a server elsewhere, ms until it is there, and those under way. */
    remoteBytes: 20_000_000,
    remoteAnswer: 15_000,
    remoteShares: { source: 3, organisation: 5, all: 10, waiting: 64 },
    /** Answers of servers elsewhere that are kept, and for how long, ms. */
    kept: 500,
    keptBytes: 32_000_000,
    /** Of JSON with links that lead through this server. */
    documentsBytes: 64_000_000,
    keptFor: 3_600_000,
    /** The same for what routes and flights are judged by: a source may change at any time. */
    keptForVerdicts: 60_000,
    /** Files of a source whose marks are kept, to see that they changed. */
    contentMarks: 20_000,
    /** Requests for tiles that are under way to one source, of one organisation, and in all; and those that wait for one source. */
    tileShares: { source: 8, organisation: 24, all: 64, waiting: 64 },
    tileCacheSeconds: 86_400,
    /** What models say stands on the ground: boxes of one question, files and bytes of one layer, ms for all and for one file, MB of its thread, files that wait, cells of one answer, and bytes that are kept. */
    surface: {
      boxes: 500,
      files: 400,
      bytes: 200_000_000,
      time: 15_000,
      fileTime: 10_000,
      memory: 384,
      waiting: 32,
      cells: 400_000,
      keptBytes: 64_000_000,
    },
  },
} as const;

export const refusals = {
  layersFull: 409,
  layerInside: 409,
  layerAddress: 422,
  layerRole: 422,
  layerVector: 422,
  layerVectorTooBig: 413,
  layerTooMuch: 413,
  layerDxfSystem: 422,
  layerPlace: 422,
  layerTileset: 422,
  layerConvert: 422,
  layerRaster: 422,
  layerRasterPlace: 422,
  layerProjection: 422,
  layerShift: 422,
  layerPixels: 422,
  layerHeights: 422,
  layerRasterSize: 422,
  layerNoSurface: 422,
  layerCloud: 422,
  layerCloudSystem: 422,
  layerCloudSize: 422,
  layerPmtiles: 422,
  layerSource: 502,
  /** None is set, or it does not answer, or not us. */
  photogrammetryEngine: 409,
  /** Something is under way for this flight already. */
  photogrammetryOpen: 409,
  photogrammetryPhotos: 422,
  photogrammetryState: 409,
} as const satisfies RoomRefusals;
