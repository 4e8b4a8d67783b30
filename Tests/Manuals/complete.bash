# complete.bash SCRIPT LINE…: what bash offers at the end of each LINE, a word a line and a `--` behind the last, as the script's
# function fills COMPREPLY. The words are split where readline splits them: at blanks, and before and behind "=" and ":".
. /usr/share/bash-completion/bash_completion
. "$1"
# Only readline has a completion under way whose options could be set.
compopt() { :; }
for line in "${@:2}"; do
    COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMP_KEY=9 COMP_WORDS=()
    for part in $(sed 's/[=:]/ & /g' <<<"$line"); do COMP_WORDS+=("$part"); done
    case $line in *' ') COMP_WORDS+=('') ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _transitlink "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\n' "${COMPREPLY[@]}" --
done
