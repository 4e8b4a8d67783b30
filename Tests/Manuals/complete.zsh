# complete.zsh FOLDER LINE…: what zsh offers at the end of each LINE, a word a line and a `--` behind the last, with the
# functions of FOLDER. A real line editor in a pseudo-terminal, which reads this file too, is given each LINE and a tab; what its
# completion functions add is written to a file, too.

if [[ -n $OFFERED ]]; then
    fpath=($FUNCTIONS $fpath)
    autoload -Uz compinit && compinit -D -u
    compadd() {
        # Asked to fill arrays, not to offer words: as it is.
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
        local -a words
        builtin compadd -A words "$@"
        (( $#words )) && print -rl -- $words >>$OFFERED
        builtin compadd "$@"
    }
    next() { print -r -- -- >>$OFFERED; BUFFER= }
    zle -N next
    bindkey '^X' next '^I' complete-word
    print ready
    return
fi

zmodload zsh/zpty zsh/zselect
export OFFERED=$(mktemp) FUNCTIONS=$1
zpty shell zsh -f -i
zpty -w shell "source ${(q)0}"
zpty -r shell seen '*ready*'
integer asked
for line in "${@[2,-1]}"; do
    zpty -n -w shell "$line"$'\t\x18'
    (( ++asked ))
    # What the editor shows must be read, or it would wait for that.
    for (( i = 0; i < 1000; ++i )); do
        (( $(grep -c '^--$' $OFFERED) == asked )) && break
        zpty -r -t shell seen || zselect -t 1
    done
done
cat $OFFERED
rm -f $OFFERED
