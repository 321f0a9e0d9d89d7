/** What every list says of itself, whatever it lists. */
export const list = {
  'list.import': '导入',
  'list.importHint': 'CSV 或 Excel 文件，不超过 2000 行；任何一行有误，则全部不导入。',
  'list.chooseFile': '选择文件',
  'list.importMend': '请先修改有问题的行',
  'list.importRows': '{good} 行可导入，{bad} 行有误',
  'list.importRow': '行',
  'list.importProblem': '问题',
  'list.importNow': '导入 {count} 行',
  'list.export': '导出',
  'list.exportCsv': '导出 CSV',
  'list.exportXlsx': '导出 Excel',
  'list.importTitle': '导入：{title}',
  'list.imported': '已导入 {count} 行',
  'list.template': '{title}模板',
} as const;
