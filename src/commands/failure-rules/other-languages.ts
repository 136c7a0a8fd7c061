// What shells and the C library say in other languages, for the complaints that nearly every failed look has. A log is in the
// language of the machine: German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese, Korean.

export const NOT_FOUND_ABROAD =
  /(?:: (?:Befehl|Kommando) nicht gefunden\.?|: commande introuvable|: (?:orden no encontrada|no se encontró la orden)|: comando n[ãa]o encontrado|: comando non trovato|: команда не найдена|: (?:未找到命令|找不到指令)|: コマンドが見つかりません|: 명령어를 찾을 수 없음)$/m;

/** `cmd` and PowerShell of Windows. */
export const NOT_RECOGNISED_ABROAD =
  /\bist entweder falsch geschrieben oder\b|\bpas reconnu (?:en tant que|comme)\b|\bno se reconoce como\b|\bnão é reconhecido como\b|не является внутренней или внешней|不是内部或外部命令|项识别为 cmdlet|認識され(?:てい)?ません|не распознано как имя командлета|nicht als Name eines Cmdlet|내부 또는 외부 명령/;

export const FILE_MISSING_ABROAD =
  /^[\w.+/-]{1,80}: [^\n]{0,400}(?:Datei oder Verzeichnis nicht gefunden|Aucun fichier ou dossier de ce (?:nom|type)|No existe el (?:archivo|fichero) o el directorio|Arquivo ou diretório inexistente|Ficheiro ou directoria inexistente|File o directory non esistente|Нет такого файла или каталога|没有那个文件或目录|沒有此一檔案或目錄|そのようなファイルやディレクトリはありません|그런 파일이나 디렉터리가 없습니다)/m;

/** git, in the languages in which most people have it: the tree is clean, or nothing of it was added. */
export const NOTHING_TO_COMMIT_ABROAD =
  /^(?:nichts zu committen|keine Änderungen zum Commit vorgemerkt|nichts zum Commit vorgemerkt|rien à valider|aucune modification (?:n'a été )?ajoutée à la validation|nada para hacer commit|sin cambios agregados al commit|nada a submeter|нечего коммитить|нет изменений добавленных для коммита|无文件要提交|修改尚未加入提交|沒有要提交的檔案|커밋할 사항 없음|커밋할 변경 사항을 추가하지)[^\n]{0,200}\s{0,10}(?![\s\S])/m;

export const PERMISSION_DENIED_ABROAD =
  /: (?:Keine Berechtigung|Permission non accordée|Permiso denegado|Permissão negada|Permesso negato|Отказано в доступе|权限不够|拒絕不符權限的操作|許可がありません|허가 거부)/;
