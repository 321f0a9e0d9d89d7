/** Large files on their way in parts. */
export const upload = {
  'timer.upload.cleanUp': '清除无人继续的上传',
  'refusal.uploadKind': '文件格式错误：内容与文件名不符，或不支持此类文件',
  'refusal.uploadQuota': '存储空间不足：上限 {max} GB，剩余 {free} GB',
  'refusal.uploadsFull': '未完成的上传已达 {max} 个，请先完成或取消一些',
  'refusal.uploadOffset': '分片位置错误：起点 {offset}，长度 {length}，文件 {size} 字节',
  'refusal.uploadOverlap': '起点 {offset} 的分片与已收到的分片重叠',
  'refusal.uploadIncomplete': '文件尚不完整，还缺 {missing} 字节',
  'refusal.uploadHash': '内容与校验值或大小不符，未保存，请重新上传',
  'detail.key.hash': '文件校验值',
  'detail.key.sha256': '分片校验值',
  'detail.key.offset': '起点',
  'detail.key.head': '文件开头',
} as const;
