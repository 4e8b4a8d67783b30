# bash completion of transitlink and transitlinkd, for bash-completion 2. The programs themselves say what can stand where
# (Sources/Arguments/Completion.swift); this hands them the line and shows their answer.

_transitlink()
{
    local line path begun typed words cword
    # Without splitting at "=" and ":", as bash does.
    _get_comp_words_by_ref -n =: -c typed -w words -i cword
    # bash replaces only what stands behind the last of them.
    begun=${typed%"${typed##*[=:]}"}

    COMPREPLY=()
    while IFS=$'\t' read -r line _; do
        case $line in
            :files | :folders)
                compopt -o filenames
                local kind=-f
                if [[ $line == :folders ]]; then kind=-d; fi
                while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$kind" -- "${typed#"$begun"}")
                ;;
            *) COMPREPLY+=("${line#"$begun"}") ;;
        esac
    done < <("$1" __complete "${words[@]:1:cword}" 2>/dev/null)
} && complete -F _transitlink transitlink transitlinkd
