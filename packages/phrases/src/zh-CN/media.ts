/** Photos and videos. */
export const media = {
  'media.title': '成果',
  'media.none': '没有成果文件',
  'media.waiting': '等待上传，{received} / {expected}',
  'media.open': '打开 {name}',
  'media.kind.photo': '照片',
  'media.kind.video': '视频',
  'media.kind.other': '文件',
  'media.shotAt': '拍摄于 {time}',
  'auditLog.word.media': '媒体',
} as const;
